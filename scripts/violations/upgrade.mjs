// @ts-check

const limits = 'packages/domain/src/limits.ts';
const scene = 'apps/web/src/features/auth/upgrade-scene.ts';
const dialog = 'apps/web/src/features/auth/upgrade-dialog.tsx';
const texts = 'apps/web/src/messages/en/sign-in.ts';
const view = 'apps/web/src/replica/client/sync-view.ts';
const copying = 'packages/sync/src/account/guest-items.ts';
const upgrading = 'packages/sync/src/account/guest-upgrade.ts';
const loading = 'apps/web/src/replica/store/load.ts';
const trash = 'packages/sync/src/actions/trash.ts';
const restoring = 'packages/sync/src/actions/restore.ts';

/** The upgrade of a guest to an account. @type {readonly import('./violation.mjs').Violation[]} */
export const upgradeViolations = [
  {
    row: 'UPG-01',
    what: 'the transfer is named 0.1 s early',
    edits: [[limits, 'upgradeTransferringMs = 1_000', 'upgradeTransferringMs = 900']],
  },
  {
    row: 'UPG-01',
    what: 'the transfer is named 0.1 s late',
    edits: [[limits, 'upgradeTransferringMs = 1_000', 'upgradeTransferringMs = 1_100']],
  },
  {
    row: 'UPG-01',
    what: 'the sync is named 0.1 s early',
    edits: [[limits, 'upgradeSyncingMs = 2_500', 'upgradeSyncingMs = 2_400']],
  },
  {
    row: 'UPG-01',
    what: 'the sync is named 0.1 s late',
    edits: [[limits, 'upgradeSyncingMs = 2_500', 'upgradeSyncingMs = 2_600']],
  },
  {
    row: 'UPG-01',
    what: 'it finalizes 0.1 s early',
    edits: [[limits, 'upgradeFinalizingMs = 4_000', 'upgradeFinalizingMs = 3_900']],
  },
  {
    row: 'UPG-01',
    what: 'it is complete 0.1 s early',
    edits: [[limits, 'upgradeCompleteMs = 5_000', 'upgradeCompleteMs = 4_900']],
  },
  {
    row: 'UPG-01',
    what: 'it is done 0.1 s late',
    edits: [[limits, 'upgradeCloseDelayMs = 1_500', 'upgradeCloseDelayMs = 1_600']],
  },
  {
    row: 'UPG-01',
    what: 'the progress rises every 0.25 s',
    edits: [[limits, 'upgradeTickMs = 300', 'upgradeTickMs = 250']],
  },
  {
    row: 'UPG-01',
    what: 'the progress rises by 5 percent',
    edits: [[limits, 'upgradeStepPercent = 10', 'upgradeStepPercent = 5']],
  },
  {
    row: 'UPG-01',
    what: 'the progress rises to 100 percent before the server has everything',
    edits: [[limits, 'upgradeWaitPercent = 90', 'upgradeWaitPercent = 100']],
  },
  {
    row: 'UPG-01',
    what: 'it finalizes at 90 percent',
    edits: [
      [
        scene,
        "state: 'syncing' as const, percent: 100, text: texts.finalizing",
        "state: 'syncing' as const, percent, text: texts.finalizing",
      ],
    ],
  },
  {
    row: 'UPG-01',
    what: 'it finalizes after 4 s, whatever the server has',
    edits: [
      [
        scene,
        "const isFinalizing = kind === 'complete' && mayFinalize;",
        'const isFinalizing = mayFinalize;',
      ],
    ],
  },
  {
    row: 'UPG-01',
    what: 'the last of the items is not waited for',
    edits: [[view, 'if (imports.length === 0) return', 'if (imports.length <= 1) return']],
  },
  {
    row: 'UPG-01',
    what: 'later changes of the account are waited for too',
    edits: [[view, 'if (imports.length === 0) return', 'if (queue.length === 0) return']],
  },
  {
    row: 'UPG-01',
    what: 'the dialog has another title',
    edits: [[texts, 'Upgrading Your Account', 'Upgrading your account']],
  },
  {
    row: 'UPG-02',
    what: 'an item that the server refuses is waited for without end',
    edits: [
      [
        view,
        'if (hasFailed || imports.some((request) => isBlocked(request.state))) {',
        'if (hasFailed) {',
      ],
    ],
  },
  {
    row: 'UPG-02',
    what: 'a failed run is no error',
    edits: [
      [
        view,
        'if (hasFailed || imports.some((request) => isBlocked(request.state))) {',
        'if (imports.some((request) => isBlocked(request.state))) {',
      ],
    ],
  },
  {
    row: 'UPG-02',
    what: 'an error cannot be tried again',
    edits: [
      [
        dialog,
        "{state === 'error' && (\n              <Button",
        '{false && (\n              <Button',
      ],
    ],
  },
  {
    row: 'UPG-02',
    what: 'an error shows the text of the phase',
    edits: [
      [
        scene,
        "if (kind === 'error') return { state: 'error' as const, percent, text: texts.failed };",
        "if (kind === 'error') return { state: 'error' as const, percent, text: texts.syncing };",
      ],
    ],
  },
  {
    row: 'UPG-03',
    what: 'what a guest deleted stays behind',
    edits: [
      [
        copying,
        'parentsFirst(items.filter((row) => isRestorable(unit, row)))',
        'parentsFirst(items.filter((row) => false && isRestorable(unit, row)))',
      ],
    ],
  },
  {
    row: 'UPG-03',
    what: 'everything that a guest ever deleted comes along',
    edits: [
      [
        copying,
        'items.filter((row) => isRestorable(unit, row))',
        'items.filter((row) => row._deleted || isRestorable(unit, row))',
      ],
    ],
  },
  {
    row: 'UPG-03',
    what: 'what a guest deleted comes along as living',
    edits: [[copying, '{ ...item, deleted: true }, []);', '{ ...item, deleted: false }, []);']],
  },
  {
    row: 'UPG-03',
    what: 'what one delete took comes along as many',
    edits: [[copying, 'deletedBy: row.deletedBy };', 'deletedBy: null };']],
  },
  {
    row: 'UPG-03',
    what: 'it cannot be restored for the whole 30 days',
    edits: [
      [
        trash,
        'return shiftInstant(unit.serverNow(), -trashDays * dayMs);',
        'return shiftInstant(unit.serverNow(), -(trashDays - 15) * dayMs);',
      ],
    ],
  },
  {
    row: 'UPG-03',
    what: 'what is restored is shown and never sent',
    edits: [
      [restoring, 'await unit.putRequest(newCreate(unit, again));', 'newCreate(unit, again);'],
    ],
  },
  {
    row: 'UPG-03',
    what: 'what the account has under the same uuid is deleted too',
    edits: [
      [
        copying,
        'if ((await unit.item(row.uuid)) === undefined) await copyDeleted(unit, row, taken);',
        'await copyDeleted(unit, row, taken);',
      ],
    ],
  },
  {
    row: 'UPG-04',
    what: 'a guest’s numbers are forgotten once the server has given others',
    edits: [[upgrading, 'numbers: numbersOf(items)', 'numbers: {}']],
  },
  {
    row: 'UPG-04',
    what: 'the number of a guest’s todo, by which its link names it, is forgotten',
    edits: [
      [
        upgrading,
        'Object.fromEntries(items.map(',
        "Object.fromEntries(items.filter(({ type }) => type !== 'todo').map(",
      ],
    ],
  },
  {
    row: 'UPG-04',
    what: 'a page that is loaded again does not read them',
    edits: [[loading, 'replica.putNumbers(value.numbers ?? {})', 'replica.putNumbers({})']],
  },
  {
    row: 'UPG-04',
    what: 'an open tab loses the page of an item that is copied',
    edits: [[copying, 'id < firstServerItemId && !taken.has(id) ? id', 'taken.has(id) ? id']],
  },
  {
    row: 'UPG-04',
    what: 'a copy takes a number that another item has',
    edits: [[copying, 'id < firstServerItemId && !taken.has(id)', 'id < firstServerItemId']],
  },
];
