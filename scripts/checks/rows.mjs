import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'oxc-parser';

const testFile = /\.(test|spec)\.tsx?$/;
const callers = new Set(['test', 'it']);
/** Calls that claim nothing: the test does not run, is expected to fail, or is not a test. */
const idle = new Set(
  'skip skipIf todo fixme fails fail step describe use beforeEach afterEach beforeAll afterAll'.split(
    ' ',
  ),
);

const requirements = 'docs/requirements.tsv';

/**
 * Holds docs/requirements.tsv below `root` against the titles of the tests among `files`. A test
 * claims a row by `[ID]` in its title; a row that no test claims is a finding, and so are a title that
 * names no row and a second row of a name.
 * @returns {{ total: number, findings: import('./source-tree.mjs').Finding[] }}
 */
export function compareRows(root, files) {
  const rows = readFileSync(join(root, requirements), 'utf8')
    .split('\n')
    .map((line, at) => ({ line: at + 1, cells: line.split('\t') }))
    .filter(({ cells: [id] }) => id !== '' && !id.startsWith('#'))
    .map(({ line, cells: [id, , statement] }) => ({ id, line, statement }));
  const known = new Set(rows.map(({ id }) => id));
  const claims = claimsIn(files);
  const claimed = new Set(claims.map(({ id }) => id));
  const unclaimed = rows
    .filter(({ id }) => !claimed.has(id))
    .map(({ id, line, statement }) => ({
      path: requirements,
      line,
      rule: 'unclaimed-row',
      message: `No test claims ${id}: ${statement}`,
    }));
  const unknown = claims
    .filter(({ id }) => !known.has(id))
    .map(({ id, path, line }) => {
      return { path, line, rule: 'unknown-row', message: `${requirements} has no row ${id}.` };
    });
  const twice = rows
    .filter(({ id }, at) => rows.findIndex((row) => row.id === id) < at)
    .map(({ id, line }) => {
      return { path: requirements, line, rule: 'double-row', message: `${id} is there already.` };
    });
  return { total: rows.length, findings: [...unclaimed, ...unknown, ...twice] };
}

/**
 * Every row that the title of a test among `files` claims, with its place.
 * @returns {{ id: string, path: string, line: number }[]}
 */
export function claimsIn(files) {
  return files.filter(({ path }) => testFile.test(path)).flatMap(claimsOf);
}

function claimsOf({ path, program, lineAt }) {
  const claims = [];
  new Visitor({
    CallExpression({ callee, arguments: [title], start }) {
      if (title === undefined || !isLiveTest(callee)) return;
      for (const [, id] of textOf(title).matchAll(/\[([A-Z]+-\d+)\]/g)) {
        claims.push({ id, path, line: lineAt(start) });
      }
    },
  }).visit(program);
  return claims;
}

/** test(…), test.only(…), test.each(…)(…), test.for`…`(…), but not test.skip(…). */
function isLiveTest(callee) {
  if (callee.type === 'Identifier') return callers.has(callee.name);
  if (callee.type === 'CallExpression') return isLiveTest(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return isLiveTest(callee.tag);
  if (callee.type !== 'MemberExpression' || callee.computed) return false;
  return !idle.has(callee.property.name) && isLiveTest(callee.object);
}

function textOf(title) {
  if (title.type === 'Literal') return String(title.value);
  if (title.type === 'TemplateLiteral') return title.quasis.map(({ value }) => value.raw).join(' ');
  return '';
}
