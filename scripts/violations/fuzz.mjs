// @ts-check

const access = 'apps/server/src/db/store/access.ts';
const checks = 'apps/server/src/http/client-checks.ts';
const cookies = 'apps/server/src/http/cookies.ts';
const guard = 'apps/server/src/http/guard.ts';
const items = 'apps/server/src/db/store/items.ts';
const route = 'packages/contract/src/route.ts';

/** What only random requests of several people notice of any route. @type {readonly import('./violation.mjs').Violation[]} */
export const fuzzViolations = [
  {
    row: 'FUZZ-01',
    what: 'a position that cannot be read is a failure',
    edits: [
      [
        checks,
        'return parsed.ok ? parsed.value : unreadable;',
        "if (!parsed.ok) throw new Error('unreadable');\n  return parsed.value;",
      ],
    ],
  },
  {
    row: 'FUZZ-01',
    what: 'U+0000 in a text reaches the database',
    edits: [['packages/domain/src/text.ts', 'if (forbidden.test(trimmed))', 'if (false)']],
  },
  {
    row: 'FUZZ-02',
    what: 'the document does not say that a body may be refused which nobody wants',
    edits: [[route, '[...withToken, ...withBody]', 'withToken']],
  },
  {
    row: 'FUZZ-02',
    what: 'an answer has a field that the document lacks',
    edits: [
      [
        'apps/server/src/routes/account.ts',
        'body: { data: await sessions.list(session, nowMs()) }',
        'body: { data: await sessions.list(session, nowMs()), of: session.userId } as never',
      ],
    ],
  },
  {
    row: 'FUZZ-03',
    what: 'a change needs no token',
    edits: [[guard, 'if (isForged)', 'if (false)']],
  },
  {
    row: 'FUZZ-03',
    what: 'the token of another session will do',
    edits: [[cookies, ' && timingSafeEqual(given, expected)', '']],
  },
  {
    row: 'FUZZ-04',
    what: 'a search finds what others have',
    edits: [
      [
        access,
        'where a.user_id = ${userId} and not a.removed and strpos',
        'where not a.removed and strpos',
      ],
    ],
  },
  {
    row: 'FUZZ-04',
    what: 'one item can be read after the right to it has ended',
    edits: [
      [
        access,
        'any(${itemIds}::bigint[]) and not a.removed\n        order by i.id`',
        'any(${itemIds}::bigint[])\n        order by i.id`',
      ],
    ],
  },
  {
    row: 'FUZZ-05',
    what: 'children are counted that the reader may not see',
    edits: [[items, 'c.occurrence_of is null ${seen}', 'c.occurrence_of is null']],
  },
  {
    row: 'FUZZ-05',
    what: 'the total of a list counts what is hidden',
    edits: [
      [
        access,
        'where a.user_id = ${userId} and not a.removed ${ofType}) counted',
        'where a.user_id = ${userId} ${ofType}) counted',
      ],
    ],
  },
  {
    row: 'FUZZ-06',
    what: 'an operation refuses everybody',
    edits: [
      [
        'apps/server/src/routes/people.ts',
        "return outcome === 'ended' ? done : refuse('unauthenticated');",
        "void outcome;\n      return refuse('unauthenticated');",
      ],
    ],
  },
];
