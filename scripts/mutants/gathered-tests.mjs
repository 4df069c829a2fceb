// @ts-check
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { withSourceCopy } from '../source-copy.mjs';

/**
 * The blocks that ran in a test, in hooks around all tests of its file, and while modules loaded: a bit each,
 * in Base64.
 * @typedef {{ hits: string, hitsAround: string, hitsLoading: string }} Hits
 *
 * `name` is what Vitest matches with patterns.
 * @typedef {Hits & { project: string, name: string, ms: number, passed: boolean }} GatheredTest
 */

/**
 * Runs tests of packages and apps in a copy of the sources with marks in their blocks.
 * @param {string} root
 * @param {ReadonlyMap<string, string>} instrumented the sources with marks, by path
 * @param {(path: string) => boolean} isWanted whether to run a file of tests
 * @param {(path: string, tests: GatheredTest[]) => void} onFile called with the tests of each file once they ran
 */
export async function gatherTests(root, instrumented, isWanted, onFile) {
  await withSourceCopy(root, async (copy) => {
    for (const [path, source] of instrumented) writeFileSync(join(copy, path), source);
    const reporter = {
      /** @param {import('vitest/node').TestModule} module */
      onTestModuleEnd(module) {
        onFile(relative(copy, module.moduleId), [...module.children.allTests()].map(gathered));
      },
    };
    const vitest = await createVitest('test', {
      root: copy,
      config: join(copy, 'vitest.config.ts'),
      watch: false,
      reporters: [reporter],
    });
    for (const project of vitest.projects) {
      project.config.setupFiles.push(join(copy, 'scripts/mutants/block-hits.mjs'));
    }
    const found = await vitest.globTestSpecifications();
    const wanted = found.filter(({ project, moduleId }) => {
      const path = relative(copy, moduleId);
      return project.name !== 'packages' && /^(packages|apps)\b/.test(path) && isWanted(path);
    });
    if (wanted.length > 0) {
      console.log(`Gathering what the tests of ${wanted.length} files cover.`);
      await vitest.runTestSpecifications(wanted);
    }
    await vitest.close();
  });
}

/**
 * @param {import('vitest/node').TestCase} test
 * @returns {GatheredTest}
 */
function gathered(test) {
  const none = { hits: '', hitsAround: '', hitsLoading: '' };
  const { hits, hitsAround, hitsLoading } = { ...none, .../** @type {Hits} */ (test.meta()) };
  return {
    project: test.project.name,
    name: nameOf(test),
    ms: Math.round(test.diagnostic()?.duration ?? 0),
    passed: test.result().state === 'passed',
    hits,
    hitsAround,
    hitsLoading,
  };
}

/** @param {import('vitest/node').TestCase} test */
function nameOf(test) {
  const names = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.unshift(at.name);
  return names.join(' ');
}
