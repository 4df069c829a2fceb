// @ts-check

const app = 'apps/server/src/http/fastify-server.ts';
const body = 'apps/server/src/http/json-body.ts';
const checks = 'apps/server/src/http/client-checks.ts';
const clientErrors = 'apps/server/src/http/client-errors.ts';
const cookies = 'apps/server/src/http/cookies.ts';
const httpServer = 'apps/server/src/http/http-server.ts';
const openMode = 'apps/server/src/http/open-mode.ts';

/** What every request has to be like. @type {readonly import('./violation.mjs').Violation[]} */
export const wireViolations = [
  {
    row: 'WIRE-01',
    what: 'JSON of 33 levels is read',
    edits: [[body, 'return levels === 0 ||', 'return levels === -1 ||']],
  },
  {
    row: 'WIRE-02',
    what: 'a path that cannot be decoded is answered by the framework',
    edits: [[httpServer, 'return isReadable(url) ? url : unreadablePath', 'return url']],
  },
  {
    row: 'WIRE-02',
    what: 'a long name is answered by the framework',
    edits: [[app, 'maxParamLength: maxHeaderSize', 'maxParamLength: 100']],
  },
  {
    row: 'WIRE-03',
    what: 'a request may take a minute',
    edits: [[app, 'const maxRequestMs = 30_000;', 'const maxRequestMs = 60_000;']],
  },
  {
    row: 'WIRE-03',
    what: 'the whole of a request may take as long as Node lets its headers',
    edits: [
      [
        httpServer,
        '        requestTimeout: requestTimeoutMs - checkEveryMs,\n        conn',
        '        conn',
      ],
    ],
  },
  {
    row: 'WIRE-03',
    what: 'a refusal of what is no HTTP lacks the headers',
    edits: [[clientErrors, '      ...shared,\n', '']],
  },
  {
    row: 'WIRE-03',
    what: 'headers that are too large are called bad JSON',
    edits: [[clientErrors, "HPE_HEADER_OVERFLOW: 'too_large'", "HPE_HEADER_OVERFLOW: 'bad_json'"]],
  },
  {
    row: 'WIRE-03',
    what: 'what is not complete in time is refused for good',
    edits: [[clientErrors, "  ERR_HTTP_REQUEST_TIMEOUT: 'unavailable',\n", '']],
  },
  {
    row: 'WIRE-03',
    what: 'a request without a host is answered by Node',
    edits: [[httpServer, 'requireHostHeader: false', 'requireHostHeader: true']],
  },
  {
    row: 'WIRE-03',
    what: 'a request may name two hosts',
    edits: [[httpServer, 'hosts.length === 1 ||', 'hosts.length > 0 ||']],
  },
  {
    row: 'WIRE-03',
    what: 'a target that is no path is left to the framework',
    edits: [
      [
        httpServer,
        '|| !URL.canParse(url)) return unreadablePath;',
        '|| !URL.canParse(url)) return url;',
      ],
    ],
  },
  {
    row: 'WIRE-03',
    what: 'the host of a whole URL does not count',
    edits: [[httpServer, '  headers.host = host;\n', '']],
  },
  {
    row: 'WIRE-03',
    what: 'CONNECT has no answer',
    edits: [[httpServer, 'clientErrors.refuseConnect(socket as Socket)', 'socket.destroy()']],
  },
  {
    row: 'WIRE-03',
    what: 'an expectation is answered by Node',
    edits: [[httpServer, "    server.on('checkExpectation', answer);\n", '']],
  },
  {
    row: 'WIRE-03',
    what: 'a path in another spelling lacks the headers of the API',
    edits: [[app, "const { url = '' } = request.routeOptions;", 'const { url } = request;']],
  },
  {
    row: 'WIRE-03',
    what: 'what cannot be read is answered before what came before it',
    edits: [[clientErrors, 'if (answer?.req.complete &&', 'if (answer?.req.destroyed &&']],
  },
  {
    row: 'WIRE-03',
    what: 'only one address of a server answers so',
    edits: [
      [httpServer, "    server.on('clientError', clientErrors.handle);\n", ''],
      [app, 'clientErrorHandler: () => undefined', 'clientErrorHandler: clientErrors.handle'],
    ],
  },
  {
    row: 'WIRE-04',
    what: 'another host of the same site may change something',
    edits: [[checks, "return site !== 'same-origin';", "return !site.startsWith('same-');"]],
  },
  {
    row: 'WIRE-04',
    what: 'only Sec-Fetch-Site is looked at',
    edits: [[checks, 'if (origin === null) return false;', 'return false;']],
  },
  {
    row: 'WIRE-05',
    what: 'Via is no sign of a proxy',
    edits: [[openMode, "  'via',\n", '']],
  },
  {
    row: 'WIRE-05',
    what: 'X-Envoy-External-Address is no sign of a proxy',
    edits: [[openMode, "  'x-envoy-',\n", '']],
  },
  {
    row: 'WIRE-05',
    what: 'what comes after 2,000 headers is not read',
    edits: [[httpServer, '    server.maxHeadersCount = 0;\n', '']],
  },
  {
    row: 'WIRE-06',
    what: 'the cookie has no prefix under https',
    edits: [[cookies, 'isSecure(reply) ? `${hostPrefix}${name}` : name', 'name']],
  },
  {
    row: 'WIRE-06',
    what: 'the cookie without the prefix counts first',
    edits: [
      [
        cookies,
        'cookies[`${hostPrefix}${name}`] ?? cookies[name]',
        'cookies[name] ?? cookies[`${hostPrefix}${name}`]',
      ],
    ],
  },
  {
    row: 'WIRE-06',
    what: 'one without the prefix gets none',
    edits: [[cookies, '(renewed || isOld)', 'renewed']],
  },
  {
    row: 'WIRE-06',
    what: 'one without the prefix stays after the next sign-in',
    edits: [[cookies, '      if (isSecure(reply)) clear(reply, sessionCookie);\n', '']],
  },
];
