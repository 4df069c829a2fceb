import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  affectedSpecs,
  sharedFolders,
  specsOfAllScreens,
  specsOfFeature,
  specsOfPanel,
  testFolders,
} from './affected-specs.mjs';

const root = new URL('..', import.meta.url);

function foldersIn(path: string): readonly string[] {
  return readdirSync(new URL(path, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

test('every folder of the web app is mapped', () => {
  expect(foldersIn('apps/web/src')).toEqual(
    ['features', ...sharedFolders, ...testFolders].toSorted(),
  );
  expect(foldersIn('apps/web/src/features')).toEqual(Object.keys(specsOfFeature).toSorted());
});

test('every panel with specs of its own is there', () => {
  const panels = Object.keys(specsOfPanel);
  const missing = (panel: string) => !existsSync(new URL(`apps/web/src/features/${panel}`, root));
  expect(panels.filter(missing)).toEqual([]);
});

test('every spec is there, and is about a screen or the whole', () => {
  const specs = readdirSync(fileURLToPath(new URL('e2e', root)), { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.spec.ts') && !path.startsWith('node_modules/'))
    .map((path) => path.replace('.spec.ts', ''));
  const ofScreens = [specsOfFeature, specsOfPanel].flatMap((table) => Object.values(table).flat());
  const mapped = new Set([...ofScreens, ...specsOfAllScreens]);
  expect([...mapped].toSorted()).toEqual(specs.toSorted());
});

test('a change of a screen affects its specs, and a changed spec itself', () => {
  const screen = 'apps/web/src/features/notifications/notifications-screen.tsx';
  expect(affectedSpecs([screen, 'e2e/stories/stories.spec.ts', 'README.md'])).toEqual([
    'notifications.spec.ts',
    'stories/stories.spec.ts',
  ]);
  const panel = 'apps/web/src/features/preferences/trash-panel.tsx';
  expect(affectedSpecs([panel])).toEqual(['trash.spec.ts']);
});

test('a change of what screens share affects all', () => {
  const shared = sharedFolders.map((folder) => `apps/web/src/${folder}/any.ts`);
  const others = [
    'apps/web/src/main.tsx',
    'apps/web/src/features/new-screen/screen.tsx',
    'apps/server/src/app.ts',
    'packages/sync/src/engine/engine.ts',
    'e2e/person.ts',
    'package-lock.json',
  ];
  for (const path of [...shared, ...others]) expect(affectedSpecs([path])).toBe('all');
});

test('a change of tests, checks and docs affects no spec', () => {
  const paths = [
    'apps/web/src/app-tests/home.browser.test.tsx',
    'apps/web/src/features/home/home.test.ts',
    'packages/sync/src/testing/memory-store.ts',
    'scripts/checks/rows.mjs',
    'simulation/src/world.ts',
    'docs/sync.md',
  ];
  expect(affectedSpecs(paths)).toEqual([]);
});
