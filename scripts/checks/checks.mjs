import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * @typedef {object} Outcome
 * @property {boolean} ok
 * @property {string} output the places to fix, one on each line; or a remark if there are none
 */

/**
 * Every check by its name, each a function from the root of a source tree to its outcome. `npm run
 * check` runs them on this repository, and the tests of the checks on a tree full of violations.
 * @type {Record<string, (root: string) => Promise<Outcome>>}
 */
export const checks = {
  format: (root) => run(root, 'oxfmt', ['--check', '.']),
  lint: async (root) => {
    const findings = await lintFindings(root);
    return outcome(findings.filter((one) => !isTypeError(one)));
  },
  types: async (root) => outcome((await lintFindings(root)).filter(isTypeError)),
  'dead code': (root) => run(root, 'knip', ['--no-progress', '--reporter', 'compact']),
  direction: async (root) => {
    const { findWrongDirections } = await import('./direction.mjs');
    return outcome(findWrongDirections(root, await sourceTree(root)));
  },
  style: async (root) => {
    const { findStyleBreaks } = await import('./house-style.mjs');
    const { findExposedTexts } = await import('./translated-text.mjs');
    const { findUnreadTexts } = await import('./unread-texts.mjs');
    const files = await sourceTree(root);
    return outcome([
      ...findStyleBreaks(files),
      ...findUnreadTexts(files),
      ...findExposedTexts(files),
    ]);
  },
  terms: async (root) => {
    const { findOldTerms } = await import('./terms.mjs');
    return outcome(findOldTerms(root, await sourceTree(root)));
  },
  english: async (root) => {
    const { findHardSentences } = await import('./english.mjs');
    return outcome(findHardSentences(root, await sourceTree(root)));
  },
  links: async (root) => {
    const { findDeadLinks, findSharedNumbers, findUnknownCommands } =
      await import('./documents.mjs');
    return outcome(
      [findDeadLinks, findUnknownCommands, findSharedNumbers].flatMap((find) => find(root)),
    );
  },
  rows: async (root) => {
    const { compareRows } = await import('./rows.mjs');
    const { total, findings } = compareRows(root, await sourceTree(root));
    return outcome(findings, `all ${total} rows are claimed by a test`);
  },
  mutants: async (root) => {
    const { findStaleMutants } = await import('./mutants.mjs');
    return outcome(findStaleMutants(root, await sourceTree(root)));
  },
};

/** The parsed tree of a root. */
const sourceTree = once((root) => import('./source-tree.mjs').then((m) => m.readSourceTree(root)));

/**
 * The findings of the lint rules and of TypeScript's own checker, in one run that builds each program once.
 */
const lintFindings = once(async (root) => {
  const options = ['--type-check', '--deny-warnings', '--format=json'];
  const { ok, output } = await run(root, 'oxlint', options);
  if (ok) return [];
  const report = parsed(output);
  if (report === null) return [{ path: '.', line: 1, rule: 'oxlint', message: output }];
  return report.diagnostics.map(({ code = 'syntax', message, filename, labels }) => {
    const line = labels[0]?.span.line ?? 1;
    return { path: filename, line, rule: code, message };
  });
});

const isTypeError = ({ rule }) => /^typescript\(TS\d+\)$/.test(rule);

/** Null if the output is not a report. */
function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

/** `work` for a root, done once for all checks of a run. */
function once(work) {
  const done = new Map();
  return (root) => {
    const result = done.get(root) ?? work(root);
    done.set(root, result);
    return result;
  };
}

function outcome(findings, remark = '') {
  const lines = findings.map(
    ({ path, line, rule, message }) => `${path}:${line}: ${message} [${rule}]`,
  );
  return { ok: lines.length === 0, output: lines.length === 0 ? remark : lines.join('\n') };
}

/** Runs a tool of node_modules in `root`; it succeeds if it ends with 0. */
function run(root, tool, args) {
  return new Promise((resolve, reject) => {
    const command = join(root, 'node_modules/.bin', tool);
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows the tools are command files, which only a shell can start.
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ ok: code === 0, output: code === 0 ? '' : output.trim() }),
    );
  });
}
