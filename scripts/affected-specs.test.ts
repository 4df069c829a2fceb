import { existsSync, readdirSync } from 'node:fs';
import {
  affectedSpecs,
  appTestsOfFeature,
  browserTestsOfScreens,
  specsOfFeature,
} from './affected-specs.mjs';

const root = new URL('..', import.meta.url);

test('every feature of the web app is mapped to existing specs and app tests', () => {
  const folders = readdirSync(new URL('apps/web/src/features', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(Object.keys(specsOfFeature).toSorted()).toEqual(folders.toSorted());
  const isMissing = (spec: string) => !existsSync(new URL(`e2e/${spec}.spec.ts`, root));
  expect(Object.values(specsOfFeature).flat().filter(isMissing)).toEqual([]);

  expect(Object.keys(appTestsOfFeature).toSorted()).toEqual(folders.toSorted());
  const appTests = readdirSync(new URL('apps/web/src/app-tests', root));
  const hasNone = (name: string) => !appTests.some((file) => file.startsWith(`${name}.`));
  expect(Object.values(appTestsOfFeature).flat().filter(hasNone)).toEqual([]);
});

test('a change of a screen affects its browser tests and the app tests that visit it', () => {
  const changed = 'apps/web/src/app-tests/undo.browser.test.tsx';
  const screen = 'apps/web/src/features/contacts/contacts-screen.tsx';
  expect(
    browserTestsOfScreens([screen, changed, 'README.md', 'apps/web/mutants/web.mutants']),
  ).toEqual(['apps/web/src/features/contacts/', '/app-tests/contacts.', changed]);
});

test('the module graph gives the browser tests for a change that reaches further than a screen', () => {
  const paths = [
    'apps/web/src/items/any.ts',
    'apps/web/src/app-tests/testing/open-app.tsx',
    'packages/domain/src/lists.ts',
    'vitest.config.ts',
  ];
  for (const path of paths) expect(browserTestsOfScreens([path]), path).toBe(null);
});

test('a change of a screen affects its specs, and a change of a spec affects the whole spec', () => {
  const screen = 'apps/web/src/features/contacts/contacts-screen.tsx';
  expect(affectedSpecs([screen, 'e2e/stories/stories.spec.ts', 'README.md'])).toEqual({
    specs: ['contacts.spec.ts', 'stories/stories.spec.ts'],
    whole: ['stories/stories.spec.ts'],
  });
});

test('a change of code that screens share affects all specs', () => {
  const paths = [
    'apps/web/src/items/any.ts',
    'apps/web/src/main.tsx',
    'apps/web/src/features/new-screen/screen.tsx',
    'apps/server/src/app/app.ts',
    'packages/sync/src/engine/engine.ts',
    'e2e/person.ts',
    'package-lock.json',
  ];
  for (const path of paths) expect(affectedSpecs([path]).specs).toBe('all');
});

test('a change of tests, checks and docs affects no spec', () => {
  const paths = [
    'apps/web/src/app-tests/home.browser.test.tsx',
    'apps/web/src/features/home/home.test.ts',
    'packages/sync/src/testing/memory-store.ts',
    'packages/sync/mutants/sync.mutants',
    'scripts/checks/rows.mjs',
    'scripts/planted-mutants/run-mutant.mjs',
    'simulation/src/world/world.ts',
    'docs/sync.md',
  ];
  expect(affectedSpecs(paths).specs).toEqual([]);
});
