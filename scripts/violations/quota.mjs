// @ts-check

const account = 'packages/authority/src/account/erase-holdings.ts';
const bind = 'apps/server/src/http/bind.ts';
const guard = 'apps/server/src/http/guard.ts';
const room = 'apps/server/src/http/body-room.ts';
const failures = 'packages/sync/src/cycle/call-failure.ts';
const migration = 'apps/server/src/db/migrations/0020-expand-usage.ts';
const occurrences = 'packages/authority/src/commands/occurrence-item.ts';
const usage = 'packages/authority/src/store/usage.ts';

/** What one account may have and do. @type {readonly import('./violation.mjs').Violation[]} */
export const quotaViolations = [
  {
    row: 'QUOTA-01',
    what: 'the calls of an account are not bounded',
    edits: [[guard, 'isBounded ? callBound(session.userId) : null', 'null']],
  },
  {
    row: 'QUOTA-01',
    what: 'who has stolen a session keeps its owner from ending it',
    edits: [[guard, '!endingSessions.has(path)', 'true']],
  },
  {
    row: 'QUOTA-01',
    what: 'a minute never ends',
    edits: [
      ['apps/server/src/http/minute-bound.ts', 'if (minute !== counted) counts.clear();', ''],
    ],
  },
  {
    row: 'QUOTA-02',
    what: 'the searches of a minute are not bounded',
    edits: [
      ['apps/server/src/routes/items.ts', 'searchBound(session.userId)', 'null as number | null'],
    ],
  },
  {
    row: 'QUOTA-03',
    what: 'an account may open any number of event streams',
    edits: [
      [
        'apps/server/src/http/event-streams.ts',
        'if (streams.size >= mostPerUser) return false;',
        '',
      ],
    ],
  },
  {
    row: 'QUOTA-04',
    what: 'what comes beyond a bound of calls is refused for good',
    edits: [
      [
        failures,
        'reply.status === 429 || reply.status === 503 || reply.retryAfterMs !== null',
        'false',
      ],
      [failures, '[400, 413, 422].includes(status)', '[400, 413, 422, 429].includes(status)'],
    ],
  },
  {
    row: 'QUOTA-05',
    what: 'an account owns any number of items',
    edits: [[usage, 'items > 0 && now.items > limits.accountItems', 'false']],
  },
  {
    row: 'QUOTA-05',
    what: 'an account has any amount of text',
    edits: [[usage, 'bytes > 0 && now.bytes > limits.accountBytes', 'false']],
  },
  {
    row: 'QUOTA-05',
    what: 'text is counted in characters',
    edits: [[usage, 'sum + utf8Bytes(text)', 'sum + text.length']],
  },
  {
    row: 'QUOTA-05',
    what: 'the copy of an undone completion still counts',
    edits: [[occurrences, 'countUsage(unit.usage, [copy], [deleted]);', '']],
  },
  {
    row: 'QUOTA-06',
    what: 'an account with too many items cannot be worked with',
    edits: [[usage, 'items > 0 && now.items', 'now.items']],
  },
  {
    row: 'QUOTA-06',
    what: 'an account with too much text cannot be worked with',
    edits: [[usage, 'bytes > 0 && now.bytes', 'now.bytes']],
  },
  {
    row: 'QUOTA-06',
    what: 'deleted items make room at once',
    edits: [[usage, '  if (isTombstone(row)) return', '  if (row.deleted_at !== null) return']],
  },
  {
    row: 'QUOTA-06',
    what: 'erased items make no room',
    edits: [
      [
        'packages/authority/src/ops/clean-up.ts',
        'await tx.advanceHeads(stepsWithUsage([], usage));',
        '',
      ],
    ],
  },
  {
    row: 'QUOTA-06',
    what: 'what an account that ends leaves to others is not counted',
    edits: [[account, 'countUsage(unit.usage, held, changed);', '']],
  },
  {
    row: 'QUOTA-07',
    what: 'what an account has is replaced by what a change adds',
    edits: [
      [
        'apps/server/src/db/store/heads.ts',
        'items = heads.items + excluded.items',
        'items = excluded.items',
      ],
    ],
  },
  {
    row: 'QUOTA-07',
    what: 'the migration counts tombstones',
    edits: [[migration, "where title <> '' group by", 'group by']],
  },
  {
    row: 'QUOTA-09',
    what: 'an account takes all connections to the database',
    edits: [['apps/server/src/http/account-bounds.ts', 'ifOn(callLanes)', 'Infinity']],
  },
  {
    row: 'QUOTA-09',
    what: 'who has waited begins where nobody has ended',
    edits: [
      [
        'apps/server/src/http/turns.ts',
        'else await new Promise<void>((begin) => line.waiting.push(begin));',
        '',
      ],
    ],
  },
  {
    row: 'QUOTA-08',
    what: 'a full account is explained as a full place',
    edits: [['packages/sync/src/push/outcome.ts', 'code: bound ?? code ??', 'code: code ??']],
  },
  {
    row: 'QUOTA-10',
    what: 'the bodies of an account are not bounded',
    edits: [[room, 'if (held > 0 && held + bytes > ports.mostBytes) {', 'if (held > Infinity) {']],
  },
  {
    row: 'QUOTA-10',
    what: 'a body in chunks counts as none',
    edits: [[room, "headers['transfer-encoding'] === undefined ? 0 : bodyLimit", '0']],
  },
  {
    row: 'QUOTA-10',
    what: 'a compressed body counts as small as it is sent',
    edits: [
      [
        room,
        "headers['content-encoding'] === undefined ? Number(length) : bodyLimit",
        'Number(length)',
      ],
    ],
  },
  {
    row: 'QUOTA-10',
    what: 'who is gone leaves the room of a body that waits',
    edits: [[bind, 'heldBody === null ? take() : heldBody.during(take)', 'take()']],
  },
  {
    row: 'QUOTA-10',
    what: 'who is gone while they send keeps the room',
    edits: [
      [
        room,
        "for (const end of ['finish', 'close'] as const)",
        "for (const end of ['finish'] as const)",
      ],
    ],
  },
  {
    row: 'QUOTA-10',
    what: 'what no account is bounded by has bodies of any size',
    edits: [[bind, 'isCounted ? maxBytes : maxUncountedBodyBytes', 'maxBytes']],
  },
];
