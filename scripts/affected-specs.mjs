// The specs that `npm test -- --changed` runs: a table, because no import leads from a spec to the app.

/** The specs for each screen, by its folder in apps/web/src/features; its browser tests run as well. */
export const specsOfFeature = {
  auth: ['upgrade'],
  campaigns: [],
  contacts: ['blocks', 'contacts'],
  home: ['live'],
  items: [],
  lists: [],
  notifications: [],
  onboarding: [],
  planning: [],
  preferences: ['leaving', 'preferences', 'push'],
  search: [],
  'sync-status': [],
  tasks: ['rights'],
  todos: [],
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
