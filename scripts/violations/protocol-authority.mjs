// @ts-check

const authority = 'packages/authority/src';

/** What the authority does with requests: rights, versions, keys and roll-ups. @type {readonly import('./violation.mjs').Violation[]} */
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
    test: [`${authority}/commands/assign-item.test.ts`, '[API-07] assigns, and 0 unassigns'],
    what: 'an assignment leaves the version as it was',
    edits: [
      [
        `${authority}/commands/patch-item.ts`,
        'item.version + 1)',
        'item.version + (isReassigned ? 0 : 1))',
      ],
    ],
  },
  {
    test: [`${authority}/commands/delete-item.test.ts`, 'takes exactly the named items below it'],
    what: 'a delete also takes what it names and was moved out before',
    edits: [
      [
        `${authority}/commands/delete-item.ts`,
        'const below = await belowAndCopies(unit, item);',
        'const family = await belowAndCopies(unit, item);\n  const below = [...family, ...(await unit.tx.items({ uuids: command.children })).filter(({ id }) => id !== item.id && !family.some((row) => row.id === id))];',
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
      `${authority}/commands/execute.test.ts`,
      'does not hold behind a request about another item',
    ],
    what: 'X-After holds behind a request about another item',
    edits: [
      [
        `${authority}/items/permitted-item.ts`,
        "if (previous.value.item_id !== item.id) return { code: 'after_failed' };",
        '',
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
        'changeBy(unit, row.version + 1)',
        'changeBy(unit, row.version)',
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
      `${authority}/epochs/epoch-checked-store.test.ts`,
      'a batch between two of whose transactions it happens is refused as a whole',
    ],
    what: 'a batch goes on after the database was restored between two entries',
    edits: [[`${authority}/commands/run-batch.ts`, '...(last === null ? [] : [last])', '']],
  },
  {
    test: [`${authority}/commands/execute.test.ts`, 'entries after the deadline are not run'],
    what: 'a batch that begins late runs no entry',
    edits: [
      [`${authority}/commands/run-batch.ts`, '(results.length === 0 || !isLate())', '!isLate()'],
    ],
  },
  {
    test: [
      `${authority}/commands/import.test.ts`,
      '[SHARE-27] an import under a root of the caller’s own rolls nothing up',
    ],
    what: 'an import is rolled up',
    edits: [
      [
        `${authority}/items/roll-up-ancestors.ts`,
        'if (parentId === null || unit.isImport) return;',
        'if (parentId === null) return;',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/patch-item.test.ts`,
      'takes everything below along, with the rights of the new place',
    ],
    what: 'what moves along with an item keeps its former root',
    edits: [
      [
        `${authority}/items/move.ts`,
        '({ ...following(row, next), root_id: next.root_id }));',
        '({ ...following(row, next) }));',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/create-item.test.ts`,
      '[I2] a uuid of the caller’s own item returns it with 200, that of another user is uuid_taken',
    ],
    what: 'a create with the uuid of another person’s item finds that',
    edits: [
      [
        `${authority}/commands/create-item.ts`,
        'if (known?.user_id === unit.callerId) return found(known);',
        'if (known !== undefined) return found(known);',
      ],
    ],
  },
  {
    test: [
      `${authority}/commands/move-item.test.ts`,
      'is rolled up on both sides, automatic in the log, and notifies no user',
    ],
    what: 'a move is not rolled up where the item was',
    edits: [
      [
        `${authority}/items/move.ts`,
        "await rollUpAncestors(unit, item.parent_id, { kind: 'removed' });\n  for",
        'for',
      ],
    ],
  },
  {
    test: [
      'packages/authority/src/commands/assign-item.test.ts',
      'a notification that counts up says when it began',
    ],
    what: 'a notification that counts up says that it began now',
    edits: [
      [
        'packages/authority/src/items/notices.ts',
        'created_at: recent?.created_at ?? now,',
        'created_at: now,',
      ],
    ],
  },
];
