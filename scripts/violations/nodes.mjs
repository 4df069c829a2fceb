// @ts-check

const assets = 'apps/server/src/http/assets.ts';
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
];
