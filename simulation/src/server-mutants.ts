import type { Edit, Mutant } from './mutant.ts';

const authority = 'packages/authority/src';
const commands = `${authority}/commands`;

/** No request is recognised by its key. */
const keysIgnored: readonly Edit[] = [
  [
    `${commands}/execute.ts`,
    'if (known !== null) return answerFromRecord(epoch, tx, known, request);',
    '',
  ],
  [
    `${commands}/execute.ts`,
    'const op = request.op && isLasting',
    'const op = known === null && request.op && isLasting',
  ],
];

/** Protections of the authority. */
export const serverMutants: readonly Mutant[] = [
  {
    name: 'number of the occurrence not compared',
    breaks: 'I3',
    seed: 1,
    steps: ['occurrence', 'occurrence', 'runAll'],
    edits: [
      [
        'packages/domain/src/occurrence-fields.ts',
        'return item.occurrence === n && item',
        'return item',
      ],
    ],
  },
  {
    name: 'copy with a uuid by chance',
    breaks: 'I3',
    seed: 1,
    steps: ['occurrence', 'occurrence', 'runAll'],
    edits: [
      [
        `${commands}/occurrence-item.ts`,
        'former?.uuid ?? occurrenceUuid(item.uuid, n)',
        'former?.uuid ?? occurrenceUuid(item.uuid, 1000 * item.version + n)',
      ],
      [
        `${commands}/occurrence-item.ts`,
        'const [former] = await unit.tx.copies(item.uuid, n);',
        'const [former] = await unit.tx.items({ uuids: [occurrenceUuid(item.uuid, n)] });',
      ],
    ],
  },
  {
    name: 'roll-up completes a repeating task',
    breaks: 'I3',
    seed: 13,
    steps: ['occurrence', 'create', 'status', 'runAll'],
    edits: [['packages/domain/src/roll-up.ts', 'isAll && parent.goesOn !== true', 'isAll']],
  },
  {
    name: 'older client ends what repeats',
    breaks: 'I3',
    seed: 1,
    lastRelease: [1, 3],
    steps: ['occurrence', 'occurrence', 'runAll'],
    edits: [[`${commands}/patch-item.ts`, 'isRepeating(withChange(item, others));', 'false;']],
  },
  {
    name: 'date of an older client ends the rule',
    breaks: 'I18',
    seed: 4,
    lastRelease: [1, 3],
    steps: ['occurrence', 'edit', 'assign', 'runAll'],
    edits: [
      [
        `${commands}/patch-item.ts`,
        '    : fields;',
        '    : { ...(fields.due_date && { repeat: null }), ...fields };',
      ],
    ],
  },
  {
    name: 'undo takes the copy of another number',
    breaks: 'I1',
    seed: 17,
    steps: ['occurrence', 'occurrence', 'runAll'],
    edits: [
      [
        `${commands}/occurrence-item.ts`,
        'const [found] = await unit.tx.copies(item.uuid, n);',
        'const [found] = await unit.tx.copies(item.uuid, null);',
      ],
    ],
  },
  {
    name: 'labels replaced as a list',
    breaks: 'I18',
    seed: 1,
    steps: ['label', 'label', 'runAll'],
    edits: [[`${commands}/label-item.ts`, 'applyLabels(item.labels, command)', 'command.add']],
  },
  {
    name: 'idempotency record lost',
    breaks: 'I1',
    seed: 1,
    faults: ['answerLost'],
    edits: [
      [`${commands}/flush.ts`, 'tx.putOutcome(outcome)', 'tx.putOutcome({ ...outcome, op: null })'],
    ],
  },
  {
    name: 'uuid not looked up',
    breaks: 'I2',
    seed: 25,
    edits: [
      ...keysIgnored,
      [`${commands}/create-item.ts`, 'if (namesake !== undefined)', 'if (false)'],
      [
        `${commands}/create-item.ts`,
        'const id = await unit.tx.insertItem(fields);',
        `let id = await unit.tx.insertItem(fields);
        if (id === null) {
          id = await unit.tx.insertItem({ ...fields, uuid: uuid + ' again' });
          await unit.tx.updateItems([{ ...fields, id, root_id: fields.root_id ?? id }]);
        }`,
      ],
    ],
  },
  {
    name: 'no key, no If-Match',
    breaks: 'I3',
    seed: 166,
    faults: ['answerLost'],
    edits: [...keysIgnored, ['packages/sync/src/push/plan.ts', '...request.basis,', '']],
  },
  {
    name: 'children before their parents',
    breaks: 'I4',
    seed: 10,
    edits: [
      ['packages/sync/src/push/plan.ts', 'return send;', 'return send.toReversed();'],
      [
        `${authority}/items/parent-place.ts`,
        'return err(unseenParent(ref, wasSeen));',
        `if ('id' in ref) return illegalParent;
        if (wasSeen) return { ok: false, error: { code: 'parent_gone' } };
        const parent = { id: null, uuid: ref.uuid, root_id: null };
        return { ok: true, value: { parent, line: [] } };`,
      ],
    ],
  },
  {
    name: 'actor not checked',
    breaks: 'I5',
    seed: 19,
    faults: ['otherSession'],
    edits: [['simulation/src/network.ts', 'world.checksActor && sessionUserId !== actor', 'false']],
  },
  {
    name: 'no removal after a lost right',
    breaks: 'I7',
    seed: 3,
    edits: [
      [
        `${authority}/items/access-plan.ts`,
        'const leavesTrash =',
        'if (item.deleted_at === null) return before; const leavesTrash =',
      ],
    ],
  },
  {
    name: 'ancestors not shown',
    breaks: 'I7',
    seed: 8,
    steps: ['assign', 'runAll'],
    edits: [
      [`${authority}/items/access-plan.ts`, "strong ?? (hasRightBelow ? 'view' : null)", 'strong'],
    ],
  },
  {
    name: 'restore takes other deletes',
    breaks: 'I8',
    seed: 18,
    steps: ['delete', 'runAll', 'restore'],
    edits: [
      [
        `${commands}/restore-item.ts`,
        ': await unit.tx.takenBy(found.deleted_op);',
        ': (await descendants(unit.tx, [found.id])).filter((row) => row.deleted_op !== null);',
      ],
      [`${commands}/restore-item.ts`, 'row.deleted_op === item.deleted_op && ', ''],
    ],
  },
  {
    name: 'no entry is run',
    breaks: 'I12',
    seed: 1,
    edits: [[`${commands}/run-batch.ts`, '(results.length === 0 || !isLate())', 'false']],
  },
  {
    name: 'removal keeps the version',
    breaks: 'I18',
    seed: 1,
    steps: ['assign', 'runAll', 'removePerson'],
    edits: [[`${commands}/remove-person.ts`, '...changeBy(unit, row.version + 1),', '']],
  },
  {
    name: 'move keeps the version',
    breaks: 'I18',
    seed: 19,
    edits: [
      [`${commands}/patch-item.ts`, 'item.version + 1)', 'item.version + (isMoved ? 0 : 1))'],
    ],
  },
  {
    name: 'replaced title not logged',
    breaks: 'I18',
    seed: 1,
    edits: [
      [
        `${commands}/patch-item.ts`,
        '{ old: before[name],',
        "{ old: name === 'title' ? null : before[name],",
      ],
    ],
  },
  {
    name: 'restore without right',
    breaks: 'I19',
    seed: 420,
    steps: ['assign', 'runAll', 'delete', 'removePerson', 'runAll', 'restore', 'runAll'],
    edits: [
      [
        `${commands}/restore-item.ts`,
        "return may(permissionOf(unit.callerId, [item, ...ancestors].map(heldOf), false), 'restore');",
        'return true;',
      ],
    ],
  },
  {
    name: 'item moved out of its root',
    breaks: 'I19',
    seed: 220,
    steps: ['create', 'assign', 'runAll', 'move', 'runAll'],
    edits: [
      [
        `${commands}/patch-item.ts`,
        'if (!mayMove(unit.callerId, item, line, after.line))',
        'if (false)',
      ],
      [
        'packages/sync/src/optimistic/local-rights.ts',
        'return mayMove(',
        'return true || mayMove(',
      ],
    ],
  },
  {
    name: 'deleted account passes items to nobody',
    breaks: 'I21',
    seed: 23,
    steps: [
      'create',
      'assign',
      'runAll',
      'create',
      'runAll',
      'assign',
      'create',
      'runAll',
      'deleteAccount',
    ],
    edits: [
      [`${authority}/account/erase-holdings.ts`, 'isOwned ? root.user_id :', 'isOwned ? 1 :'],
    ],
  },
  {
    name: 'import below any root',
    breaks: 'I22',
    seed: 32,
    steps: ['assign', 'runAll', 'status', 'create', 'runAll'],
    edits: [
      [
        `${commands}/create-item.ts`,
        'request.isImport === true && rootOwnerId === unit.callerId',
        'true',
      ],
    ],
  },
];
