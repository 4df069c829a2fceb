// @ts-check

const assets = 'apps/server/src/http/assets.ts';
const drain = 'apps/server/src/http/drain.ts';
const migrate = 'apps/server/src/db/migrate.ts';
const kept = 'apps/server/src/db/kept-assets.ts';

/** How nodes follow each other. @type {readonly import('./violation.mjs').Violation[]} */
export const nodeViolations = [
  {
    row: 'UPG-05',
    what: 'a file of another build is not looked for',
    edits: [
      [
        'apps/server/src/http/static-files.ts',
        '    if (isRead && (await sendKeptAsset(db, request, reply))) return reply;\n',
        '',
      ],
    ],
  },
  {
    row: 'UPG-05',
    what: 'whatever stands in the table is served',
    edits: [[assets, '([\\w-][\\w.-]{0,199})$/', '(.+)$/']],
  },
  {
    row: 'UPG-05',
    what: 'a coding that the client refuses is sent',
    edits: [[assets, '(?!0(\\.0*)?\\s*(,|$))', '']],
  },
  {
    row: 'UPG-05',
    what: 'a file of another build is asked for again each time',
    edits: [[assets, "'cache-control': immutable,", "'cache-control': 'no-cache',"]],
  },
  {
    row: 'UPG-05',
    what: 'files of a build go a day early',
    edits: [[kept, 'assetLifeMs = 30 * dayMs', 'assetLifeMs = 29 * dayMs']],
  },
  {
    row: 'UPG-05',
    what: 'files of a build go by their first day',
    edits: [[kept, 'if (rows.some(({ stale }) => stale)) {', 'if (rows.length < 0) {']],
  },
  {
    row: 'UPG-06',
    what: 'a database that takes no writes keeps a node from starting',
    edits: [[assets, '.catch((error: unknown) => logFailure(app.log, error))', '']],
  },
  {
    row: 'UPG-06',
    what: 'what could not be kept at the start is never kept',
    edits: [[assets, 'setInterval(() => void keep(), everyMs)', 'setInterval(() => {}, everyMs)']],
  },
  {
    row: 'UPG-07',
    what: 'a node that is told to stop says that it is ready',
    edits: [['apps/server/src/app.ts', '!drain.isLeaving() && ', '']],
  },
  {
    row: 'UPG-07',
    what: 'a node that is told to stop refuses at once',
    edits: [[drain, "stage === 'refusing' ?", "stage !== 'serving' ?"]],
  },
  {
    row: 'UPG-07',
    what: 'connections stay open to the end',
    edits: [[drain, "reply.header('connection', 'close')", "reply.header('x-leaving', 'yes')"]],
  },
  {
    row: 'UPG-08',
    what: 'what comes late is worked on',
    edits: [[drain, "stage === 'refusing' ? sendRefusal(reply, refusal) : undefined", 'undefined']],
  },
  {
    row: 'UPG-08',
    what: 'what comes late is refused in the shape of Fastify',
    edits: [
      [
        'apps/server/src/http/fastify-server.ts',
        'return503OnClosing: false',
        'return503OnClosing: true',
      ],
    ],
  },
  {
    row: 'UPG-08',
    what: 'a request is refused while its body still comes',
    edits: [[drain, "addHook('preValidation'", "addHook('onRequest'"]],
  },
  {
    row: 'UPG-08',
    what: 'a node waits for connections that were opened in advance',
    edits: [
      [
        'apps/server/src/http/http-server.ts',
        'if (connection.bytesRead === 0) connection.destroy();',
        'if (connection.bytesRead < 0) connection.destroy();',
      ],
    ],
  },
  {
    row: 'UPG-08',
    what: 'a node waits for requests that never come to their end',
    edits: [
      [
        'apps/server/src/http/http-server.ts',
        'for (const connection of this.#connections) connection.destroy();',
        'for (const connection of this.#connections) connection.ref();',
      ],
    ],
  },
  {
    row: 'UPG-09',
    what: 'a second signal is ignored',
    edits: [
      [
        'apps/server/src/main.ts',
        'if (stopping !== null && isImpatient) process.exit(1);',
        'if (stopping !== null && isImpatient) void stop(1);',
      ],
    ],
  },
  {
    row: 'UPG-10',
    what: 'a database with later migrations is refused whatever they need',
    edits: [
      [
        migrate,
        'unknown.length > 0 && !(await isAccepted',
        'unknown.length > 0 || !(await isAccepted',
      ],
    ],
  },
  {
    row: 'UPG-10',
    what: 'nothing is said of later migrations',
    edits: [
      [
        'apps/server/src/open-configured-database.ts',
        'if (newer.length > 0)',
        'if (newer.length > 99)',
      ],
    ],
  },
  {
    row: 'UPG-11',
    what: 'a later migration that needs more is accepted',
    edits: [[migrate, 'and m.value = any (${known}::text[])', '']],
  },
  {
    row: 'UPG-11',
    what: 'a later migration that says nothing is accepted',
    edits: [[migrate, 'where m.key is null)', 'where false)']],
  },
  {
    row: 'UPG-11',
    what: 'a database that lacks a migration of the node is accepted',
    edits: [[migrate, '${known}::text[] <@ ${recorded}::text[] and not', 'not']],
  },
  {
    row: 'UPG-12',
    what: 'devices of 0.2.0 are refused',
    edits: [['packages/contract/src/protocol.ts', 'minProtocol = 1', 'minProtocol = 4']],
  },
  {
    row: 'UPG-13',
    what: 'devices of 0.1.0 are refused',
    edits: [['packages/contract/src/protocol.ts', 'minProtocol = 1', 'minProtocol = 2']],
  },
  {
    row: 'UPG-14',
    what: 'all migrations are one transaction',
    edits: [[migrate, 'const isNew = recorded.length === 0', 'const isNew = recorded.length >= 0']],
  },
  {
    row: 'BACKUP-03',
    what: 'a backup is made without the tables of a newer version',
    edits: [['apps/server/src/backup/take-backup.ts', 'refuseNewer(state.migrations);', '']],
  },
  {
    row: 'UPG-15',
    what: 'a node keeps nothing for tabs that stay open',
    edits: [[assets, 'await Promise.race([keep(), ', 'await Promise.race([']],
  },
  {
    row: 'UPG-15',
    what: 'a file of another build is not looked for',
    edits: [
      [
        'apps/server/src/http/static-files.ts',
        '    if (isRead && (await sendKeptAsset(db, request, reply))) return reply;\n',
        '',
      ],
    ],
  },
  {
    row: 'UPG-16',
    what: 'the documented copy lacks the secret',
    edits: [
      [
        'docs/operations.md',
        'cp -a data data-before\n```\n\nand to go back',
        'mkdir data-before && cp -a data/postgres data-before\n```\n\nand to go back',
      ],
    ],
  },
];
