// @ts-check

const account = 'apps/server/src/routes/account.ts';
const items = 'apps/server/src/routes/items.ts';
const people = 'apps/server/src/routes/people.ts';
const cookies = 'apps/server/src/http/cookies.ts';
const route = 'packages/contract/src/route.ts';
const errors = 'packages/contract/src/errors.ts';
const requests = 'packages/contract/src/item-request.ts';
const reading = 'packages/authority/src/queries/read-items.ts';
const history = 'packages/authority/src/queries/campaign-activity.ts';
const contacts = 'packages/authority/src/account/contacts.ts';
const creating = 'packages/authority/src/commands/create-item.ts';
const deleting = 'packages/authority/src/commands/delete-item.ts';
const calls = 'apps/web/src/adapters/http-calls.ts';
const transport = 'apps/web/src/adapters/http-transport.ts';
const pageCalls = 'apps/web/src/adapters/page-calls.ts';
const serverCalls = 'apps/web/src/adapters/server-calls.ts';

/** The calls of the API. @type {readonly import('./violation.mjs').Violation[]} */
export const apiViolations = [
  {
    row: 'API-01',
    what: 'a DELETE needs no anti-forgery token',
    edits: [[route, "return method !== 'GET';", "return method !== 'GET' && method !== 'DELETE';"]],
  },
  {
    row: 'API-01',
    what: 'any token of the session is taken, not only the one of the cookie',
    edits: [
      [
        cookies,
        "if (typeof token !== 'string' || token !== request.cookies[csrfCookie]) return false;",
        "if (typeof token !== 'string') return false;",
      ],
    ],
  },
  {
    row: 'API-01',
    what: 'signing in and out use the token that is there',
    edits: [
      [
        calls,
        "await this.#fetchToken(options);\n    return this.change('POST', path, isExpected, options);",
        "return this.change('POST', path, isExpected, options);",
      ],
    ],
  },
  {
    row: 'API-01',
    what: 'logging out uses the token that is there',
    edits: [[transport, "calls.post('/api/logout',", "calls.change('POST', '/api/logout',"]],
  },
  {
    row: 'API-02',
    what: 'signing in sets no session cookie',
    edits: [[account, 'cookies.signIn(reply, made);', 'cookies.protect(reply, made.session);']],
  },
  {
    row: 'API-02',
    what: 'signing in answers with the id alone',
    edits: [
      [
        account,
        'await rotate(request, reply, session, { userId: user.id, isNewDevice });\n      return { status: 200, body: { user } };',
        'await rotate(request, reply, session, { userId: user.id, isNewDevice });\n      return { status: 200, body: { user: { id: user.id } as never } };',
      ],
    ],
  },
  {
    row: 'API-03',
    what: 'logging out clears the cookie and leaves the session',
    edits: [
      [
        account,
        'await sessions.end(session, session.id, nowMs());\n      cookies.signOut(reply);',
        'void session;\n      cookies.signOut(reply);',
      ],
    ],
  },
  {
    row: 'API-03',
    what: 'somebody who is not signed in is answered with 403',
    edits: [[errors, 'unauthenticated: 401', 'unauthenticated: 403']],
  },
  {
    row: 'API-04',
    what: 'the list has items of every type',
    edits: [
      [
        items,
        'authority.list(session, { type, page })',
        'authority.list(session, { type: null, page })',
      ],
    ],
  },
  {
    row: 'API-04',
    what: 'every page is the first',
    edits: [
      [
        reading,
        'reads.pageOfItems(userId, query.type, query.page, pageSize)',
        'reads.pageOfItems(userId, query.type, 1, pageSize)',
      ],
    ],
  },
  {
    row: 'API-05',
    what: 'an item that is created is answered with 200',
    edits: [[creating, 'return applied(item, 201);', 'return applied(item);']],
  },
  {
    row: 'API-05',
    what: 'bad input is refused without the field',
    edits: [
      [
        requests,
        "return draft.ok ? ok({ kind: 'create', ...draft.value }) : invalid(draft.error.fields);",
        "return draft.ok ? ok({ kind: 'create', ...draft.value }) : invalid({});",
      ],
    ],
  },
  {
    row: 'API-05',
    what: 'bad input is answered with 400',
    edits: [[errors, '  invalid: 422', '  invalid: 400']],
  },
  {
    row: 'API-06',
    what: 'a patch of one field is checked as a whole item',
    edits: [
      [
        requests,
        'const patch = validatePatch(data);',
        'const patch = validatePatch({ description: null, ...data });',
      ],
    ],
  },
  {
    row: 'API-07',
    what: '0 cannot be assigned',
    edits: [
      [
        requests,
        "if (data['user_id'] === undefined) return invalid",
        "if (!data['user_id']) return invalid",
      ],
    ],
  },
  {
    row: 'API-08',
    what: 'a DELETE without a body is refused',
    edits: [
      [
        requests,
        "if (data === undefined || data === null) return ok({ kind: 'delete', ref, children: [] });",
        '',
      ],
    ],
  },
  {
    row: 'API-08',
    what: 'what is below the item is deleted with it',
    edits: [
      [
        deleting,
        'living(below).filter((row) => named.has(row.uuid))',
        'living(below).filter((row) => named.size === 0 || named.has(row.uuid))',
      ],
    ],
  },
  {
    row: 'API-09',
    what: 'one character finds items',
    edits: [['packages/domain/src/limits.ts', 'minSearchChars = 2', 'minSearchChars = 1']],
  },
  {
    row: 'API-09',
    what: 'the items come as a page',
    edits: [
      [
        items,
        'return { status: 200, body: [...hits] };',
        'return { status: 200, body: { data: [...hits] } as never };',
      ],
    ],
  },
  {
    row: 'API-10',
    what: 'every page of the activity is the first',
    edits: [
      [
        history,
        'reads.activity(campaign.id, viewerId, page, perPage)',
        'reads.activity(campaign.id, viewerId, 1, perPage)',
      ],
    ],
  },
  {
    row: 'API-10',
    what: 'the last page of the activity is counted from one page alone',
    edits: [
      [
        history,
        'return { ...pageOf(entries, total, page, perPage), data: [...entries] };',
        'return { ...pageOf(entries, total, page, perPage), last_page: 1, data: [...entries] };',
      ],
    ],
  },
  {
    row: 'API-11',
    what: 'a contact is mutual who has not the number of the caller',
    edits: [
      [
        contacts,
        'me.phone === null ? [] : await tx.importersAmong(me.phone, imported);',
        'me.phone === null ? [] : imported;',
      ],
    ],
  },
  {
    row: 'API-11',
    what: 'the answer counts the new mutual contacts',
    edits: [
      [
        contacts,
        'return { count: numbers.length - beyond.length, beyond };',
        'return { count: importers.length, beyond };',
      ],
    ],
  },
  {
    row: 'API-11',
    what: 'a mutual contact comes without the number',
    edits: [
      [
        people,
        'mutuals: [...(await authority.mutuals(session))]',
        "mutuals: (await authority.mutuals(session)).map((one) => ({ ...one, phone: '' }))",
      ],
    ],
  },
  {
    row: 'API-12',
    what: 'the token is sent with calls that only read too',
    edits: [[calls, "token !== null && asked.method !== 'GET' ?", 'token !== null ?']],
  },
  {
    row: 'API-12',
    what: 'calls leave without cookies',
    edits: [[pageCalls, "credentials: 'same-origin'", "credentials: 'omit'"]],
  },
  {
    row: 'API-12',
    what: 'calls do not ask for JSON',
    edits: [[calls, "accept: 'application/json',", "accept: '*/*',"]],
  },
  {
    row: 'API-12',
    what: 'one call leaves the /api',
    edits: [[serverCalls, "'/api/contacts/mutuals'", "'/contacts/mutuals'"]],
  },
  {
    row: 'API-12',
    what: 'every call is given up after 30 s',
    edits: [
      [
        calls,
        'asked.timeoutMs ?? asked.context?.timeoutMs ?? null;',
        'asked.timeoutMs ?? asked.context?.timeoutMs ?? 30_000;',
      ],
    ],
  },
  {
    row: 'API-12',
    what: 'a call of a sync run is never given up',
    edits: [
      [calls, 'asked.timeoutMs ?? asked.context?.timeoutMs ?? null;', 'asked.timeoutMs ?? null;'],
    ],
  },
  {
    row: 'API-13',
    what: 'the searches of one account run at once',
    edits: [['apps/server/src/http/turns.ts', 'line.running < lanes', 'line.running < most']],
  },
  {
    row: 'API-13',
    what: 'any number of searches of one account may wait',
    edits: [
      ['apps/server/src/http/turns.ts', 'line.running + line.waiting.length >= most', 'false'],
    ],
  },
];
