// @ts-check

const sync = 'packages/sync/src';

/** How a device finds conflicts, and resolves them. @type {readonly import('./violation.mjs').Violation[]} */
export const conflictViolations = [
  {
    test: [
      `${sync}/actions/changed-in-another-tab.test.ts`,
      '[I20] and changed back again is no version of the server',
    ],
    what: 'what was changed here and changed back is taken for a change by the server',
    edits: [
      [
        `${sync}/actions/seen.ts`,
        ' && !(seen.base !== null && isAlike(field, seen.base, base))',
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/conflict-decision.test.ts`,
      '[CONF-05] Keep Local sends what was typed over the version that was shown',
    ],
    what: 'what is kept in a conflict is sent without If-Match',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        'if (row.id !== shown.id) await updateChildLinks(unit, shown);\n  await rebaseQueue(unit, shown);',
        'if (row.id !== shown.id) await updateChildLinks(unit, shown);',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/buffered-changes.test.ts`,
      '[I20] a conflict whose sides have become alike ends',
    ],
    what: 'a conflict ends only when the others changed their side back',
    edits: [
      [
        `${sync}/remote/buffered-changes.ts`,
        "return decision.kind === 'keepLocal';",
        'return base !== null && base.title === item.title;',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/concurrent-delete.test.ts`,
      '[I10] a change received after a conflict is not lost with its resolution',
    ],
    what: 'resolving a conflict drops newer buffered changes',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        'await dropBuffered(unit, uuid, conflict.rev);',
        'await dropBuffered(unit, uuid, Infinity);',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/failing-create.test.ts`,
      '[I7] buffered changes of an item with an in-flight create are dropped with the item',
    ],
    what: 'a buffered change is decided on while a request is in flight',
    edits: [
      [
        `${sync}/conflicts/detect-conflicts.ts`,
        "if (requests.some((request) => request.sent && request.state.kind === 'queued')) continue;",
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/conflict-decision.test.ts`,
      '[CONF-08] a third change that is older than the decision asks again',
    ],
    what: 'a change that was kept is replaced by a later one without a question',
    edits: [
      [
        `${sync}/conflicts/detect-conflicts.ts`,
        'requests.some((request) => request.isKept) ||',
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/conflict-found.test.ts`,
      '[I16] [I18] a change that a wrong clock dated in the future',
    ],
    what: 'a change with a time to come wins without a question',
    edits: [
      [
        `${sync}/conflicts/detect-conflicts.ts`,
        'queued.some(({ at }) => isToCome(unit, at));',
        'false;',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/conflict-decision.test.ts`,
      '[CONF-08] is asked for again if a newer version came while the dialog was open',
    ],
    what: 'a decision counts although a side has changed since',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        "if (shown !== undefined && isOther(shown, { conflict, row })) return 'changed';",
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/conflict-decision.test.ts`,
      '[I1] what is on its way when a conflict is resolved',
    ],
    what: 'resolving drops a request that is on its way',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        'all.filter(({ sent, state }) => !sent || isBlocked(state))',
        'all.filter(() => true)',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/conflict-resolution.test.ts`,
      'both: what was changed here over everything that was changed there',
    ],
    what: 'Keep both sends every field that differs',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        "if (keep === 'local') return null;",
        "if (keep === 'local' || keep === 'both') return null;",
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/conflict-decision.test.ts`,
      '[CONF-08] a third change that is older than the decision asks again',
    ],
    what: 'a kept change is not marked as such',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        'await unit.putRequest({ ...kept, isKept: true });',
        'await unit.putRequest(kept);',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/resolve-conflict.test.ts`,
      '[I10] [I13] Keep server of an item whose number another one has leaves both on the device',
    ],
    what: 'a resolved item replaces another one that has its number',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        'if (row.id !== based.id) await freeNumber(unit, row.uuid, based.id);',
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/restored-in-question.test.ts`,
      '[I18] the question outlives the answer to the delete',
    ],
    what: 'the removal of a restored item ends the question about it',
    edits: [
      [
        `${sync}/conflicts/detect-conflicts.ts`,
        "if (before?.kind === 'update' && before.server !== null) return;",
        '',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/restored-in-question.test.ts`,
      '[CONF-06] it is back with what the person keeps',
    ],
    what: 'a decision about a restored item takes its restore out of the queue',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        'const isBack = conflict.server !== null && !row._deleted;',
        'const isBack = false;',
      ],
    ],
  },
  {
    test: [`${sync}/conflicts/conflict-decision.test.ts`, '[SHARE-26] Keep Local sends no move'],
    what: 'Keep Local sends a move that the person may not make',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        "field !== 'parent_uuid' || isMovable",
        "field !== 'parent_uuid' || isMovable || true",
      ],
    ],
  },
  {
    test: [
      `${sync}/actions/seen.test.ts`,
      '[I8] of a child that a delete names asks about the child; Keep Server keeps it',
    ],
    what: 'Keep Server leaves the item in the delete of its parent',
    edits: [
      [
        `${sync}/conflicts/resolve-conflict.ts`,
        "if (keep === 'server') await spare(unit, conflict.uuid, takers);\n  else if",
        'if',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/buffered-changes.test.ts`,
      '[I13] a newer state of a conflict leaves it in its place, and set aside where it was',
    ],
    what: 'a conflict that was set aside is asked about with each newer state of the server',
    edits: [
      [
        `${sync}/remote/buffered-changes.ts`,
        'isAside: before?.isAside ?? false,',
        'isAside: false,',
      ],
    ],
  },
  {
    test: [
      `${sync}/remote/buffered-changes.test.ts`,
      '[I13] a newer state of a conflict leaves it in its place, and set aside where it was',
    ],
    what: 'conflicts change their order with each newer state of the server',
    edits: [
      [
        `${sync}/remote/buffered-changes.ts`,
        'foundAt: before?.foundAt ?? unit.deviceNow(),',
        'foundAt: unit.deviceNow(),',
      ],
    ],
  },
  {
    test: [
      `${sync}/conflicts/agreed-conflict.test.ts`,
      '[I20] it ends when the change says what the others said, whose other changes show then',
    ],
    what: 'a conflict whose sides a change here has made alike waits on',
    edits: [
      [
        `${sync}/actions/action-unit.ts`,
        "result._conflictType === 'update' && (await endAgreedConflict(unit, row.uuid))",
        'false',
      ],
    ],
  },
  {
    test: [`${sync}/conflicts/agreed-conflict.test.ts`, '[I13] it waits on while the sides differ'],
    what: 'any change of an item ends its conflict',
    edits: [
      [
        `${sync}/remote/buffered-changes.ts`,
        '  if (!(await endsConflict(unit, row, conflict, conflict.server))) return false;\n',
        '',
      ],
    ],
  },
];
