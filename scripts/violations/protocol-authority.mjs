// @ts-check

const authority = 'packages/authority/src';

/** What the authority promises: rights, versions, keys, positions and the feed. @type {readonly import('./violation.mjs').Violation[]} */
export const authorityViolations = [
  {
    test: [
      `${authority}/testing/memory-races.test.ts`,
      '[I4] moving a todo into a task of the other root',
    ],
    what: 'a move locks the root that the item leaves, and not the one that it enters',
    edits: [
      [
        `${authority}/items/permitted-item.ts`,
        'await lockItems(unit.tx, otherRef === null ? [ref] : [ref, otherRef]);',
        '[...(await lockItems(unit.tx, [ref])), ...(otherRef === null ? [] : await findItems(unit.tx, [otherRef]))];',
      ],
      [
        `${authority}/items/permitted-item.ts`,
        'import { lockItems } from',
        'import { findItems, lockItems } from',
      ],
    ],
  },
  {
    test: [`${authority}/commands/delete-item.test.ts`, 'takes exactly the named items below it'],
    what: 'a delete also takes what it names and was moved out before',
    edits: [
      [
        `${authority}/commands/delete-item.ts`,
        'const below = await descendants(unit.tx, [item.id]);',
        'const family = await descendants(unit.tx, [item.id]);\n  const below = [...family, ...(await unit.tx.items({ uuids: command.children })).filter(({ id }) => id !== item.id && !family.some((row) => row.id === id))];',
      ],
    ],
  },
  {
    test: [`${authority}/queries/read-items.test.ts`, 'a cursor beyond the head is epoch_changed'],
    what: 'the stream of changes accepts a cursor beyond the head',
    edits: [
      [
        `${authority}/feed/changes.ts`,
        'if (query.since > page.head) throw lost(standing, caller);',
        '',
      ],
    ],
  },
  {
    test: [
      `${authority}/items/sharing.test.ts`,
      '[SHARE-28] counts up the version of all from which it takes an assignment',
    ],
    what: 'If-Match holds at any version',
    edits: [[`${authority}/items/permitted-item.ts`, 'if (!holds) return stale;', '']],
  },
  {
    test: [
      `${authority}/commands/idempotency.test.ts`,
      'has no versions and keys from after it: such versions are stale, such keys run again',
    ],
    what: 'If-Match holds at the same version of another epoch',
    edits: [[`${authority}/items/permitted-item.ts`, 'etag.value.epoch === unit.epoch && ', '']],
  },
  {
    test: [
      `${authority}/queries/deleted-items.test.ts`,
      'a cursor from before removals that are forgotten has to start over, a full fetch has not',
    ],
    what: 'the second page of a full fetch counts as an old cursor',
    edits: [
      [
        `${authority}/queries/read-items.ts`,
        'last + (isFull && last < page.floor ? fullFetchMark : 0)',
        'last',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/patch-item.test.ts`,
      'reaches the campaign, is automatic in the log, and changes no version',
    ],
    what: 'a roll-up raises the version of the parent',
    edits: [
      [
        `${authority}/items/roll-up-ancestors.ts`,
        'const after = { ...parent, status,',
        'const after = { ...parent, version: parent.version + 1, status,',
      ],
    ],
  },
  {
    test: [`${authority}/feed/feed.test.ts`, '[I6] each change adds to every user’s feed exactly'],
    what: 'everything whose rights are checked enters the feed again',
    edits: [
      [
        `${authority}/items/access-plan.ts`,
        'isSeenOrLost && (isTouched || !sameRight(row, before))',
        'isSeenOrLost && (isTouched || isChecked(userId))',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/execute.test.ts`,
      'another content is key_reused; the order of fields does not matter',
    ],
    what: 'a known key answers a request with another content',
    edits: [
      [
        `${authority}/commands/execute.ts`,
        'if (known.fingerprint !== op?.fingerprint) {',
        'if (known.fingerprint === op?.id) {',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/execute.test.ts`,
      'a final refusal is recorded, a temporary one is not',
    ],
    what: 'a stale request is refused for good under its key',
    edits: [[`${authority}/commands/execute.ts`, '401, 408, 409, 412, 425', '401, 408, 409, 425']],
  },
  {
    test: [
      `${authority}/items/removed-member.test.ts`,
      '[SHARE-05] learns nothing about their item by creating it again',
    ],
    what: 'a change behind a create that found the item holds, although the item was changed',
    edits: [
      [
        `${authority}/commands/execute.ts`,
        'return isFound === true ? null : item.version;',
        'return item.version + (isFound === true ? 0 : 0);',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/execute.test.ts`,
      'a final refusal is recorded, a temporary one is not',
    ],
    what: 'a request behind one that has not arrived is refused for good',
    edits: [
      [
        `${authority}/items/permitted-item.ts`,
        "return err({ code: 'after_failed', passing: true });",
        "return err({ code: 'after_failed' });",
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/patch-item.test.ts`,
      'an item that moved before it was locked is locked again where it is now',
    ],
    what: 'an item that moved before it was locked is changed without a lock',
    edits: [
      [
        `${authority}/items/family.ts`,
        'if (rows.some((row) => row.root_id !== rootOf.get(row.id))) throw new RetryTransaction();',
        '',
      ],
    ],
  },
  {
    test: [
      `${authority}/queries/deleted-items.test.ts`,
      'lists deletions newest first, what came along counted with the item it went with',
    ],
    what: 'a delete gives each item that it takes a name of its own',
    edits: [
      [
        `${authority}/commands/delete-item.ts`,
        'deleted_op: `${item.id}:${item.version + 1}`',
        'deleted_op: `${row.id}:${row.version + 1}`',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/delete-item.test.ts`,
      'restores what the same delete took, and re-attaches what stayed',
    ],
    what: 'a restore leaves the version as it was',
    edits: [
      [
        `${authority}/commands/restore-item.ts`,
        'version: row.version + 1,',
        'version: row.version,',
      ],
    ],
  },
  {
    test: [
      `${authority}/queries/deleted-items.test.ts`,
      'leaves out what was restored, and what is older than 30 days',
    ],
    what: 'an item is restored after 30 days, before it is erased',
    edits: [
      [
        `${authority}/commands/restore-item.ts`,
        'if (isTombstone(item) || item.deleted_at < trashBegins(unit.now)) return false;',
        'if (isTombstone(item)) return false;',
      ],
    ],
  },
  {
    test: [
      `${authority}/items/sharing.test.ts`,
      '[SHARE-07] ends their assignments on it and on all below, deleted ones too, at once',
    ],
    what: 'a removed person stays assigned to deleted items',
    edits: [
      [
        `${authority}/commands/remove-person.ts`,
        'const cleared = [item, ...below]',
        'const cleared = [item, ...living(below)]',
      ],
    ],
  },
  {
    test: [
      `${authority}/queries/read-items.test.ts`,
      'a page carries its rows, its people once, and a cursor that ends at the head',
    ],
    what: 'a stream of items ends before the head',
    edits: [
      [
        `${authority}/queries/read-items.ts`,
        'cursor: page.more ? last +',
        'cursor: page.rows.length > 0 ? last +',
      ],
    ],
  },
  {
    test: [
      `${authority}/epochs/epoch-checked-store.test.ts`,
      'of several positions each must be known, and the least counts',
    ],
    what: 'of several positions the greatest common part counts',
    edits: [
      [
        `${authority}/epochs/epoch-checked-store.ts`,
        'Math.min(...places.map(sharedUpTo))',
        'Math.max(...places.map(sharedUpTo))',
      ],
    ],
  },
];
