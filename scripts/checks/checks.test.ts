import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from '../source-copy.mjs';
import { checks } from './checks.mjs';

// A violation is a text file, so that no tool needs an exception for it. Its folder names the check, its file
// the rule, and each section `=== path` a source file of the tree, which `=== path 301 times` repeats.

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const workspaces = ['domain', 'contract', 'typing', 'sync', 'authority', 'embedded-postgres'].map(
  (name) => `packages/${name}`,
);
const config = /^(\.gitignore|tsconfig.*\.json|\.ox\w+\.json|knip\.json)$/;

interface Source {
  readonly path: string;
  readonly text: string;
}

const clean = sections(join(fixtures, 'clean.txt'));
const violations = Object.keys(checks).flatMap((check) => {
  const folder = check.replace(' ', '-');
  return readdirSync(join(fixtures, folder)).map((file) => {
    const name = basename(file, '.txt');
    const sources = sections(join(fixtures, folder, file));
    return { check, name, rule: name.split('.')[0] ?? name, path: sources[0]?.path ?? '', sources };
  });
});

/** A tree with the configuration of this repository and the given sources instead of its own. */
function writeTree(sources: Source[]): string {
  const tree = mkdtempSync(join(tmpdir(), 'foray-checks-'));
  for (const folder of [
    '.',
    'packages',
    ...workspaces,
    'apps/server',
    'apps/web',
    'e2e',
    'bench',
    'simulation',
    'scripts',
  ]) {
    mkdirSync(join(tree, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder)).filter((entry) => config.test(entry))) {
      copyFileSync(join(root, folder, name), join(tree, folder, name));
    }
  }
  // Tools respect .gitignore only in a repository.
  mkdirSync(join(tree, '.git'));
  linkPackages(root, tree);
  for (const { path, text } of sources) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return tree;
}

function sections(file: string): Source[] {
  return readFileSync(file, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const [path = '', times = '1'] = heading.split(' ');
      return { path, text: lines.join('\n').repeat(Number(times)) };
    });
}

async function runAll(tree: string): Promise<Map<string, { ok: boolean; output: string }>> {
  const outcomes = new Map<string, { ok: boolean; output: string }>();
  for (const [name, check] of Object.entries(checks)) outcomes.set(name, await check(tree));
  return outcomes;
}

let cleanTree = '';
let violatedTree = '';
let content: Awaited<ReturnType<typeof runAll>>;
let found: Awaited<ReturnType<typeof runAll>>;

beforeAll(async () => {
  cleanTree = writeTree(clean);
  content = await runAll(cleanTree);
  violatedTree = writeTree([...clean, ...violations.flatMap(({ sources }) => sources)]);
  found = await runAll(violatedTree);
});

afterAll(() => {
  for (const tree of [cleanTree, violatedTree]) rmSync(tree, { recursive: true, force: true });
});

describe.each(Object.keys(checks))('the check %s', (check) => {
  test('passes a clean tree', () => {
    const outcome = content.get(check);
    expect(outcome?.ok, outcome?.output).toBe(true);
  });

  test.each(violations.filter((violation) => violation.check === check))(
    'finds $name',
    ({ rule, path }) => {
      const outcome = found.get(check);
      expect(outcome?.ok).toBe(false);
      const lines = outcome?.output.replaceAll('\\', '/').split('\n') ?? [];
      expect(
        lines.filter((line) => line.includes(path) && mentions(line, check, rule)),
      ).not.toEqual([]);
    },
  );
});

/** oxfmt names only the file, and knip only the kind of finding, in the heading above it. */
function mentions(line: string, check: string, rule: string): boolean {
  return check === 'format' || check === 'dead code' || line.includes(rule);
}
