// What `npm test -- --changed` runs of e2e: a table, since no import leads from a spec to the app.

/** The specs about each screen, by its folder in apps/web/src/features. */
export const specsOfFeature = {
  auth: ['code', 'errors-account', 'proof', 'recovery', 'sign-in-screen', 'upgrade'],
  campaigns: ['errors-items', 'first-sync', 'new-items'],
  contacts: ['blocks', 'contacts', 'long-waits'],
  home: ['first-sync', 'live'],
  items: ['month', 'new-items', 'notifications', 'open-forms'],
  lists: ['going-back'],
  notifications: ['notifications'],
  onboarding: ['code', 'onboarding', 'sign-in-screen'],
  planning: ['days', 'month'],
  preferences: ['change-number', 'preferences'],
  search: ['going-back', 'search'],
  'sync-status': ['conflicts', 'idle', 'open-forms'],
  tasks: ['errors-items', 'first-sync', 'new-items', 'rights'],
  todos: ['search'],
};

/** Panels of a large screen that have specs of their own, which run instead. */
export const specsOfPanel = {
  'preferences/attention-panel.tsx': ['discard', 'preferences'],
  'preferences/data-panel.tsx': ['data', 'leaving'],
  'preferences/discard-question.tsx': ['discard'],
  'preferences/import-button.tsx': ['data'],
  'preferences/import-review.tsx': ['data'],
  'preferences/number-dialog.tsx': ['change-number', 'recovery'],
  'preferences/push-panel.tsx': ['push'],
  'preferences/recovery-panel.tsx': ['recovery'],
  'preferences/trash-panel.tsx': ['trash'],
};

/** The specs that are about no screen of their own: a change of what all screens share runs these too. */
export const specsOfAllScreens = [
  'accessible',
  'account',
  'backup',
  'calls',
  'earlier-build',
  'first-load',
  'first-rendering',
  'first-seconds',
  'former-account',
  'install',
  'keyboard',
  'killed-browser',
  'late-parts',
  'lighthouse',
  'look',
  'new-version',
  'outdated',
  'session',
  'storage',
  'stories/faults',
  'stories/stories',
  'sync-cost',
  'tabs',
  'journey',
  'undo',
  'zoom',
];

/** The other folders of apps/web/src, which all screens share. */
export const sharedFolders = [
  'adapters',
  'app',
  'items',
  'messages',
  'replica',
  'settings',
  'sign-in',
  'state',
  'typing',
  'ui',
];
/** Folders of apps/web/src with nothing but tests. */
export const testFolders = ['app-tests'];

/** No built app contains these. */
const neverBuilt =
  /\.md$|\.(test|bench|fixture)\.tsx?$|\/testing\/|\/app-tests\/|^(docs|simulation|bench|scripts\/checks|\.github)\//;

/**
 * The specs that a change of these files can affect.
 * @param {readonly string[]} paths from the root, with slashes
 * @returns {readonly string[] | 'all'}
 */
export function affectedSpecs(paths) {
  /** @type {Set<string>} */
  const specs = new Set();
  for (const path of paths) {
    const spec = /^e2e\/(.+\.spec\.ts)$/.exec(path)?.[1];
    const [, file, feature] = /^apps\/web\/src\/features\/(([^/]+)\/.*)/.exec(path) ?? [];
    if (spec !== undefined) specs.add(spec);
    else if (neverBuilt.test(path)) continue;
    else if (feature === undefined || !(feature in specsOfFeature)) return 'all';
    else
      for (const name of specsOfPanel[file] ?? specsOfFeature[feature])
        specs.add(`${name}.spec.ts`);
  }
  return [...specs].toSorted();
}
