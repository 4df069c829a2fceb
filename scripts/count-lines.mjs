import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

// Compares the lines of the working tree with those of a commit: npm run lines -- [ref].

const root = fileURLToPath(new URL('..', import.meta.url));
/** Version 0.1.0. */
const firstRelease = '4144209';

const kinds = /** @type {const} */ (['production', 'test support', 'tests', 'scripts']);

/**
 * The kind and the part that a file counts for; null for a file without code.
 * @param {string} path from the root, with slashes
 * @returns {{ kind: (typeof kinds)[number], part: string } | null}
 */
export function placeOf(path) {
  const isFixture = /^scripts\/.*\/(fixtures|planted)\/.*\.txt$/.test(path);
  if (!isFixture && !/\.(ts|tsx|mjs|css|mutants)$/.test(path)) return null;
  const [top = '', name = ''] = path.split('/');
  const isPackage = top === 'packages' || top === 'apps';
  const part =
    isPackage && /^[^.]+$/.test(name) ? `${top}/${name}` : path.includes('/') ? top : '.';
  if (/\.(test|spec)\.tsx?$/.test(path)) return { kind: 'tests', part };
  const isSupport =
    isFixture ||
    ['simulation', 'e2e', 'bench'].includes(top) ||
    path.includes('/testing/') ||
    path.startsWith('packages/model/') ||
    /\.(bench|fixture)\.ts$/.test(path);
  if (path.endsWith('.mutants')) return { kind: 'scripts', part };
  if (isSupport) return { kind: 'test support', part };
  return { kind: isPackage ? 'production' : 'scripts', part };
}

/**
 * Counts all lines, and those with code: neither blank nor only a comment.
 * @param {string} path whose ending names the language
 * @param {string} text
 */
export function countLines(path, text) {
  const all = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  let code = text;
  for (const { start, end } of commentsOf(path, text)) {
    const blank = text.slice(start, end).replace(/[^\n]/g, ' ');
    code = code.slice(0, start) + blank + code.slice(end);
  }
  return { all, code: code.split('\n').filter((line) => line.trim() !== '').length };
}

function commentsOf(path, text) {
  if (/\.(txt|mutants)$/.test(path)) return [];
  if (!path.endsWith('.css')) return parseSync(path, text).comments;
  // A string that begins before a comment takes precedence.
  return [...text.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[^]*?\*\//g)]
    .filter(([found]) => found.startsWith('/*'))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

function git(args, input) {
  return execFileSync('git', args, { cwd: root, input, maxBuffer: 1e9 });
}

/** Path and text of every counted file of a commit. */
function* filesOf(ref) {
  const paths = git(['ls-tree', '-r', '-z', '--name-only', ref]).toString().split('\0');
  const counted = paths.filter((path) => placeOf(path) !== null);
  const names = counted.map((path) => `${ref}:${path}\n`).join('');
  const contents = git(['cat-file', '--batch'], names);
  let at = 0;
  for (const path of counted) {
    const end = contents.indexOf('\n', at);
    const size = Number(contents.toString('utf8', at, end).split(' ')[2]);
    yield [path, contents.toString('utf8', end + 1, end + 1 + size)];
    at = end + 1 + size + 1;
  }
}

/** The files of the working tree. */
function* filesNow() {
  const listing = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of new Set(listing.toString().split('\0'))) {
    const file = join(root, path);
    if (placeOf(path) !== null && existsSync(file)) yield [path, readFileSync(file, 'utf8')];
  }
}

/** Lines by kind, and within it by part; `whole` is the sum of a kind. */
function sumsOf(files) {
  const sums = new Map();
  for (const [path, text] of files) {
    const { kind, part } = placeOf(path);
    const { all, code } = countLines(path, text);
    for (const key of [`${kind}/whole`, `${kind}/${part}`]) {
      const sum = sums.get(key) ?? { all: 0, code: 0 };
      sums.set(key, { all: sum.all + all, code: sum.code + code });
    }
  }
  return sums;
}

function print(ref) {
  const [before, after] = [sumsOf(filesOf(ref)), sumsOf(filesNow())];
  const none = { all: 0, code: 0 };
  const row = (title, cells) =>
    console.log(title.padEnd(30) + cells.map((cell) => String(cell).padStart(9)).join(''));
  row(`lines since ${ref}`, ['all', 'now', 'change', 'code', 'now', 'change']);
  for (const kind of kinds) {
    const keys = [...new Set([...before.keys(), ...after.keys()])]
      .filter((key) => key.startsWith(`${kind}/`))
      .toSorted(
        (a, b) => Number(b.endsWith('/whole')) - Number(a.endsWith('/whole')) || (a < b ? -1 : 1),
      );
    for (const key of keys) {
      const [old, now] = [before.get(key) ?? none, after.get(key) ?? none];
      const part = key.slice(kind.length + 1);
      const change = (of) => (now[of] > old[of] ? '+' : '') + (now[of] - old[of]);
      const cells = [old.all, now.all, change('all'), old.code, now.code, change('code')];
      row(part === 'whole' ? kind : `  ${part}`, cells);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print(process.argv[2] ?? firstRelease);
