// @ts-check
import { SourceTests } from '../planted-mutants/source-tests.mjs';

// Runs tests of the copy of the sources at argv[2] for the process that started this one, which ends it if a
// test never ends. It requests one run at a time.

/** @typedef {{ changed: string[], paths: string[], pattern: string }} TestRequest */

const [, , copy = ''] = process.argv;
const tests = new SourceTests(copy);

process.on('message', (/** @type {TestRequest} */ { changed, paths, pattern }) => {
  tests.changed(changed);
  void tests
    .runAmong(paths, new RegExp(pattern))
    .catch((error) => ({ kind: 'broken', why: String(error) }))
    .then((result) => process.send?.(result));
});

process.on('disconnect', () => process.exit());
