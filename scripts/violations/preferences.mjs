// @ts-check

const screen = 'apps/web/src/features/preferences/preferences-screen.tsx';
const appearance = 'apps/web/src/features/preferences/appearance-panel.tsx';
const syncPanel = 'apps/web/src/features/preferences/sync-panel.tsx';
const dataPanel = 'apps/web/src/features/preferences/data-panel.tsx';
const profile = 'apps/web/src/features/preferences/profile-panel.tsx';
const trashPanel = 'apps/web/src/features/preferences/trash-panel.tsx';
const accounts = 'apps/web/src/replica/client/account-manager.ts';
const syncNow = 'apps/web/src/replica/client/sync-now.ts';
const trashList = 'apps/web/src/replica/client/trash.ts';
const notifications = 'apps/web/src/features/notifications/notifications-screen.tsx';
const notificationList = 'apps/web/src/items/notification-list.ts';
const itemRow = 'apps/web/src/items/item-row.tsx';
const assignees = 'packages/authority/src/items/assignees.ts';
const itemStates = 'apps/web/src/items/item-states.tsx';
const serverTrash = 'packages/authority/src/queries/deleted-items.ts';
const rights = 'packages/domain/src/rights.ts';
const actions = 'packages/sync/src/actions/actions.ts';
const texts = 'apps/web/src/messages/en/preferences.ts';
const peopleTexts = 'apps/web/src/messages/en/people.ts';

/** Preferences, notifications, Recently deleted and rights. @type {readonly import('./violation.mjs').Violation[]} */
export const preferenceViolations = [
  {
    row: 'PREF-01',
    what: 'the theme of the system cannot be picked',
    edits: [[appearance, "  { value: 'system', icon: moreIcons.display },\n", '']],
  },
  {
    row: 'PREF-02',
    what: 'Reset Tutorial only opens it',
    edits: [[screen, 'reset();\n            navigate', 'navigate']],
  },
  {
    row: 'PREF-02',
    what: 'Reset Tutorial stays in Preferences',
    edits: [[screen, "navigate('/onboarding');", 'void navigate;']],
  },
  {
    row: 'PREF-03',
    what: 'guests have Sync Settings',
    edits: [[screen, '{isUser && <SyncPanel />}', '<SyncPanel />']],
  },
  {
    row: 'PREF-03',
    what: 'the button reads Sync Now while it waits for another run',
    edits: [
      [
        syncPanel,
        'useLasted(syncing || requested > 0, waitingShownMs)',
        'useLasted(syncing, waitingShownMs)',
      ],
    ],
  },
  {
    row: 'PREF-04',
    what: 'View Contacts leads to Home',
    edits: [
      [
        screen,
        '<ButtonLink href="/contacts" icon={moreIcons.people}>',
        '<ButtonLink href="/" icon={moreIcons.people}>',
      ],
    ],
  },
  {
    row: 'PREF-05',
    what: 'local data is cleared without a question',
    edits: [[dataPanel, 'setIsAsking(true);', 'void clear();']],
  },
  {
    row: 'PREF-05',
    what: 'the question is another',
    edits: [[texts, 'clear all local data? This', 'clear all data? This']],
  },
  {
    row: 'PREF-05',
    what: 'the page is not loaded again',
    edits: [
      [
        accounts,
        '    this.#ports.clearSettings();\n    this.#ports.reloadPage();',
        '    this.#ports.clearSettings();',
      ],
    ],
  },
  {
    row: 'PREF-05',
    what: 'the data of other accounts stays',
    edits: [
      [accounts, 'if (!(await this.#others.erase(await this.#keptKey()))) return false;', ''],
    ],
  },
  {
    row: 'PREF-06',
    what: 'the text of a complete sync is another',
    edits: [[texts, 'Your items have been synchronized.', 'Your items are synchronized.']],
  },
  {
    row: 'PREF-06',
    what: 'the text of a failed sync is another',
    edits: [
      [texts, 'Failed to sync items. Please try again.', 'Failed to sync. Please try again.'],
    ],
  },
  {
    row: 'PREF-07',
    what: 'Sync Now does nothing during a run',
    edits: [[syncPanel, 'busy={isSyncing && requested > 0}', 'busy={isSyncing}']],
  },
  {
    row: 'PREF-07',
    what: 'Sync Now does not wait for the run in progress',
    edits: [
      [syncNow, "if (outcome?.kind !== 'skipped' || outcome.why !== 'running') return;", 'return;'],
    ],
  },
  {
    row: 'PREF-08',
    what: 'a name that is being typed is replaced by the one from elsewhere',
    edits: [
      [profile, 'if (!isTouched) setName(own);', 'setName(own);'],
      [
        profile,
        'if (own !== startedFrom && (!isTouched || isSame)) {',
        'if (own !== startedFrom) {',
      ],
    ],
  },
  {
    row: 'PREF-08',
    what: 'somebody who is typing is told nothing',
    edits: [
      [
        profile,
        'const replaced = own === startedFrom ? null : profile.changedElsewhere(own);',
        'const replaced = null;',
      ],
    ],
  },
  {
    row: 'PREF-08',
    what: 'the field does not follow',
    edits: [[profile, 'if (!isTouched) setName(own);', '']],
  },
  {
    row: 'NOTIF-01',
    what: 'the heading is another',
    edits: [[peopleTexts, "heading: 'Recent Notifications'", "heading: 'Notifications'"]],
  },
  {
    row: 'NOTIF-01',
    what: 'the screen marks as read where there is nothing',
    edits: [[notifications, "if (unreadKeys === '') return;", '']],
  },
  {
    row: 'NOTIF-02',
    what: 'four items that are due are four notifications',
    edits: [[notificationList, 'maxDueAlone = 3', 'maxDueAlone = 44']],
  },
  {
    row: 'NOTIF-02',
    what: 'several items that are due are read as soon as one of them is',
    edits: [
      [
        notificationList,
        'ids.some((id) => inbox.dueRead?.has',
        'ids.every((id) => inbox.dueRead?.has',
      ],
    ],
  },
  {
    test: [
      'apps/web/src/items/notification-list.test.ts',
      'what is due is not new before the device knows',
    ],
    what: 'what is due is new until the device knows what has been read',
    edits: [[notificationList, 'inbox.dueRead?.has(id) === false', '!inbox.dueRead?.has(id)']],
  },
  {
    row: 'TRASH-01',
    what: 'every item that a delete took is a line',
    edits: [
      [
        serverTrash,
        'if (item_ids.includes(head)) return [[head, item_ids.length - 1]];',
        'void head;',
      ],
    ],
  },
  {
    row: 'TRASH-01',
    what: 'what is beyond the first page cannot be reached',
    edits: [
      [
        serverTrash,
        'const last = found.length > limit ? deletions.at(-1) : undefined;',
        'const last = found.length > limit + 1 ? deletions.at(-1) : undefined;',
      ],
    ],
  },
  {
    row: 'TRASH-02',
    what: 'nothing is listed before the server answers',
    edits: [
      [
        trashList,
        'if (fetched === null) return { items: here, isComplete: false, hasMore: false };',
        'if (fetched === null) return { items: [], isComplete: false, hasMore: false };',
      ],
    ],
  },
  {
    row: 'TRASH-02',
    what: 'the list is not read again after Bring back',
    edits: [[trashPanel, '    reread();\n', '']],
  },
  {
    row: 'TRASH-02',
    what: 'a call without an answer forgets the last list',
    edits: [
      [
        trashList,
        'else if (earlier !== null) this.#fetched = { ...earlier, isLatest: false };',
        'else if (earlier !== null) this.#fetched = null;',
      ],
    ],
  },
  {
    row: 'PERM-01',
    what: 'what a guest makes is queued',
    edits: [
      [
        actions,
        "if (device.account.kind === 'user') await unit.putRequest(newCreate(unit, item));\n  else if (item.id",
        'await unit.putRequest(newCreate(unit, item));\n  if (item.id',
      ],
    ],
  },
  {
    row: 'PERM-02',
    what: 'somebody who sees an item only from below may edit it',
    edits: [
      [rights, "return action === 'read';", "return action === 'read' || action === 'edit';"],
    ],
  },
  {
    row: 'PERM-02',
    what: 'the assignee of a deleted item keeps their right on it',
    edits: [
      [rights, 'item.assigned_to === userId && !item.isDeleted;', 'item.assigned_to === userId;'],
    ],
  },
  {
    row: 'TODO-04',
    what: 'a card never says that its change is not confirmed',
    edits: [
      [itemStates, "{item._syncStatus === 'pending' && <PendingSync", '{false && <PendingSync'],
    ],
  },
  {
    row: 'TODO-09',
    what: 'campaigns cannot be assigned',
    edits: [
      [
        itemRow,
        '<AssignMenu item={item} />',
        "{item.type !== 'campaign' && <AssignMenu item={item} />}",
      ],
    ],
  },
  {
    row: 'TODO-09',
    what: 'the server refuses some of the sample people',
    edits: [
      [
        assignees,
        'new Set(candidates.filter(isSampleUser))',
        'new Set(candidates.filter((id) => isSampleUser(id) && id < 4))',
      ],
    ],
  },
  {
    row: 'TODO-09',
    what: 'only somebody who manages an item can assign it',
    edits: [
      [
        rights,
        "new Set<ItemAction>(['read', 'edit', 'label', 'assign', 'addChild'])",
        "new Set<ItemAction>(['read', 'edit', 'label', 'addChild'])",
      ],
    ],
  },
];
