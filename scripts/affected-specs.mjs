// The specs that `npm test -- --changed` runs. They are listed in a table because no import leads from a spec
// to the app.

/** The specs for each screen, by its folder in apps/web/src/features; its browser tests run as well. */
export const specsOfFeature = {
  auth: ['account'],
  campaigns: [],
  contacts: ['contacts'],
  home: ['live'],
  invitations: [],
  items: ['rights'],
  lists: [],
  notifications: [],
  onboarding: [],
  planning: [],
  preferences: ['leaving', 'push'],
  search: [],
  'sync-status': [],
};

/**
 * The tests of the whole app that visit each screen. All of them load every screen, so that the module graph
 * would lead from a screen to all of them, which takes minutes.
 */
export const appTestsOfFeature = {
  auth: ['account', 'returning-links', 'sessions', 'signing-in'],
  campaigns: ['details', 'long-lists'],
  contacts: ['contacts'],
  home: ['home', 'list-sides', 'up-next'],
  invitations: [],
  items: ['create-dialog', 'details', 'sheet', 'sheet-fields', 'todo-link', 'todos'],
  lists: ['hide-completed', 'list-sides', 'own-lists', 'status-lists'],
  notifications: ['notifications'],
  onboarding: ['onboarding', 'signing-in'],
  planning: ['days', 'times'],
  preferences: ['data-file', 'preferences', 'trash'],
  search: ['early-search', 'search-dialog', 'server-search'],
  'sync-status': ['conflicts', 'failing-server'],
};

/** No built app contains these. */
const neverBuilt =
  /\.(md|mutants)$|\.(test|bench|fixture)\.tsx?$|\/testing\/|\/app-tests\/|^(docs|simulation|bench|scripts\/(checks|mutants|planted-mutants)|\.github)\//;

/**
 * The specs that a change of these files can affect, `all` for those of a whole run; `whole` are themselves changed.
 * @param {readonly string[]} paths from the root, with slashes
 * @returns {{ specs: readonly string[] | 'all', whole: readonly string[] }}
 */
export function affectedSpecs(paths) {
  /** @type {Set<string>} */
  const specs = new Set();
  const whole = paths
    .filter((path) => /^e2e\/.+\.spec\.ts$/.test(path))
    .map((path) => path.slice(4));
  let isAll = false;
  for (const path of paths) {
    const feature = /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? '';
    if (neverBuilt.test(path) || whole.includes(path.slice(4))) continue;
    if (feature in specsOfFeature) {
      for (const name of specsOfFeature[feature]) specs.add(`${name}.spec.ts`);
    } else isAll = true;
  }
  return { specs: isAll ? 'all' : [...specs, ...whole].toSorted(), whole };
}

/**
 * The browser tests for a change of screens only, as parts of their paths: those of the screens, and the
 * tests that were changed themselves. Null if other code has changed: then the module graph decides.
 * @param {readonly string[]} paths from the root, with slashes
 * @returns {readonly string[] | null}
 */
export function browserTestsOfScreens(paths) {
  /** @type {Set<string>} */
  const tests = new Set();
  for (const path of paths) {
    const feature = /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? '';
    if (/\.browser\.test\.tsx?$/.test(path)) tests.add(path);
    else if (feature in appTestsOfFeature) {
      tests.add(`apps/web/src/features/${feature}/`);
      for (const name of appTestsOfFeature[feature]) tests.add(`/app-tests/${name}.`);
    } else if (!neverBuilt.test(path) || /^apps\/web\/.*\/testing\//.test(path)) return null;
  }
  return [...tests];
}
