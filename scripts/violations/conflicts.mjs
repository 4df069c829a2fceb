// @ts-check

const texts = 'apps/web/src/messages/en/sync-status.ts';
const dialog = 'apps/web/src/features/sync-status/conflict-dialog.tsx';
const choice = 'apps/web/src/features/sync-status/conflict-choice.tsx';
const versions = 'apps/web/src/features/sync-status/conflict-versions.ts';
const controller = 'apps/web/src/replica/client/conflict-dialog-controller.ts';
const client = 'apps/web/src/replica/client/actions.ts';
const changes = 'apps/web/src/replica/client/item-changes.ts';
const cycle = 'packages/sync/src/engine/sync-cycle.ts';
const resolve = 'packages/sync/src/conflicts/resolve-conflict.ts';
const actions = 'packages/sync/src/actions/actions.ts';
const seen = 'packages/sync/src/actions/seen.ts';

/** Conflicts: how they are shown, and what a decision does. @type {readonly import('./violation.mjs').Violation[]} */
export const conflictViolations = [
  {
    row: 'CONF-01',
    what: 'the title of the dialog is another',
    edits: [[texts, 'Sync Conflicts Detected', 'Sync conflicts detected']],
  },
  {
    row: 'CONF-01',
    what: 'the text of the dialog is another',
    edits: [[texts, 'Please choose which version to keep.', 'Choose which version to keep.']],
  },
  {
    row: 'CONF-02',
    what: 'both versions show the time of the local one',
    edits: [[choice, 'at={server.updated_at}', 'at={(local ?? server).updated_at}']],
  },
  {
    row: 'CONF-02',
    what: 'a status that is the same on both sides is not shown',
    edits: [
      [
        versions,
        "readonly EditableField[] = ['title', 'description', 'status'];",
        "readonly EditableField[] = ['title', 'description'];",
      ],
    ],
  },
  {
    row: 'CONF-02',
    what: 'without a local version it is offered all the same',
    edits: [
      [
        choice,
        '{local && (\n          <ChoiceCard',
        '{(local ?? server) && (\n          <ChoiceCard',
      ],
      [choice, 'at={local.updated_at}', 'at={(local ?? server)!.updated_at}'],
      [choice, 'changerOf(local, ownId)', 'local && changerOf(local, ownId)'],
      [
        choice,
        '<VersionFields version={local} other',
        '<VersionFields version={(local ?? server)!} other',
      ],
    ],
  },
  {
    row: 'CONF-03',
    what: 'one choice is enough to resolve all',
    edits: [[dialog, 'disabled={left > 0}', 'disabled={left === conflicts.length}']],
  },
  {
    row: 'CONF-03',
    what: 'there is no Cancel',
    edits: [
      [
        dialog,
        '<Button onClick={() => actions.setConflictsAside()}>{moreMessages.cancel}</Button>\n',
        '',
      ],
    ],
  },
  {
    row: 'CONF-04',
    what: 'the queue is sent while the dialog is open',
    edits: [[cycle, 'if (conflicts > 0) return over;', '']],
  },
  {
    row: 'CONF-04',
    what: 'conflicts are set aside while the dialog is open',
    edits: [
      [cycle, 'if (await this.#ports.isResolvingConflicts(hasNew)) return conflicts.length;', ''],
    ],
  },
  {
    row: 'CONF-04',
    what: 'the dialog does not open by itself',
    edits: [
      [controller, '!conflicts.every(isKnown)) this.open();', '!conflicts.every(isKnown)) return;'],
    ],
  },
  {
    row: 'CONF-04',
    what: 'no sync starts after Cancel',
    edits: [[controller, '.then(() => this.#nudge())', '']],
  },
  {
    row: 'CONF-04',
    what: 'Cancel leaves the conflicts in the way',
    edits: [[controller, '    this.#close();\n    this.#setAside();', '    this.#close();']],
  },
  {
    row: 'CONF-05',
    what: 'no sync starts after a conflict is resolved',
    edits: [
      [
        client,
        'engine?.resolve(shown.conflict.uuid, keep, shown);\n      watch.nudge();',
        'engine?.resolve(shown.conflict.uuid, keep, shown);',
      ],
    ],
  },
  {
    row: 'CONF-05',
    what: 'resolving drops newer remote changes',
    edits: [
      [resolve, 'dropBuffered(unit, uuid, conflict.rev)', 'dropBuffered(unit, uuid, Infinity)'],
    ],
  },
  {
    row: 'CONF-05',
    what: 'the local side of a delete conflict sends a PATCH',
    edits: [
      [resolve, 'const isDelete = deletes.length > 0 && row._deleted;', 'const isDelete = false;'],
    ],
  },
  {
    row: 'CONF-05',
    what: 'the server version of a deleted item is stored and stays deleted',
    edits: [
      [
        resolve,
        "if (keep === 'server') await spare(unit, conflict.uuid, takers);\n  else if (own",
        "if (keep === 'server') {\n    await spare(unit, conflict.uuid, takers);\n    if (row._deleted) for (const one of deletes) await unit.putRequest(one);\n  } else if (own",
      ],
    ],
  },
  {
    row: 'CONF-05',
    what: 'a resolved item stays marked as in conflict',
    edits: [[resolve, 'const { _conflictType: _, ...plain } = row;', 'const plain = row;']],
  },
  {
    row: 'CONF-05',
    what: 'a resolved conflict stays stored',
    edits: [
      [resolve, "    await tx.deleteMeta('conflict', uuid);\n    // What was", '    // What was'],
    ],
  },
  {
    row: 'CONF-06',
    what: 'a change is compared with what is there when it is saved',
    edits: [[actions, 'meet(row, seen ?? row, wanted)', 'meet(row, row, wanted)']],
  },
  {
    row: 'CONF-06',
    what: 'the app forgets what the place dialog was opened on',
    edits: [
      [
        changes,
        'moveItem(device, seen.uuid, parentUuid, from)',
        'moveItem(device, seen.uuid, parentUuid)',
      ],
    ],
  },
  {
    row: 'CONF-06',
    what: 'the app forgets what the editor was opened on',
    edits: [
      [changes, 'editItem(device, seen.uuid, wanted, from)', 'editItem(device, seen.uuid, wanted)'],
    ],
  },
  {
    row: 'CONF-06',
    what: 'the app forgets what the status menu was opened on',
    edits: [
      [
        changes,
        'setStatus(device, seen.uuid, status, from)',
        'setStatus(device, seen.uuid, status)',
      ],
    ],
  },
  {
    row: 'CONF-06',
    what: 'the app forgets what the dialog of people was opened on',
    edits: [
      [
        changes,
        'assignItem(device, seen.uuid, userId, from)',
        'assignItem(device, seen.uuid, userId)',
      ],
    ],
  },
  {
    row: 'CONF-06',
    what: 'the app forgets what the delete dialog showed',
    edits: [
      [
        changes,
        'deleteItem(device, seen.uuid, children, asked)',
        'deleteItem(device, seen.uuid, children)',
      ],
    ],
  },
  {
    row: 'CONF-06',
    what: 'the app forgets what the removal of a person showed',
    edits: [
      [
        changes,
        'removePerson(device, seen.uuid, userId, shown)',
        'removePerson(device, seen.uuid, userId)',
      ],
    ],
  },
  {
    row: 'CONF-06',
    what: 'both sides that came to the same value are in conflict',
    edits: [
      [
        seen,
        'field in own && !isAlike(field, wanted, row) && !isAlike(field, wanted, setByPeople(row))',
        'field in own',
      ],
    ],
  },
  {
    row: 'CONF-08',
    what: 'a decision stands although the conflict changed since it was shown',
    edits: [[resolve, 'if (key(shown) !== key(now)) return true;', '']],
  },
  {
    row: 'CONF-08',
    what: 'a decision stands although another tab changed the local side',
    edits: [[resolve, '|| unseenChanges(shown.row, now.row).length > 0', '']],
  },
  {
    row: 'CONF-08',
    what: 'a version that was kept overwrites a further change of others',
    edits: [[resolve, 'putRequest({ ...kept, isKept: true })', 'putRequest(kept)']],
  },
  {
    row: 'CONF-08',
    what: 'a choice about a conflict that changed stays chosen',
    edits: [[dialog, "if (outcome === 'changed') remaining.delete(keyOf(conflict));", '']],
  },
  {
    row: 'CONF-08',
    what: 'what is discarded is not compared with what was shown',
    edits: [
      [
        'packages/sync/src/actions/attention.ts',
        "if (shown !== undefined && !isSame(shown, left)) return 'changed';",
        '',
      ],
    ],
  },
];
