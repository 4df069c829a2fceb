import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'oxc-parser';

const testFile = /\.(test|spec)\.tsx?$/;
const callers = new Set(['test', 'it']);
/** What makes a call claim nothing: it does not run, is expected to fail, or is no test. */
const idle = new Set(
  'skip skipIf todo fixme fails fail step describe use beforeEach afterEach beforeAll afterAll'.split(
    ' ',
  ),
);

/**
 * Holds docs/requirements.tsv below `root` against the titles of the tests among `files`. A test
 * claims a row by `[ID]` in its title; a title that names no existing row is a finding.
 * @returns {{ total: number, open: { id: string, statement: string }[],
 *   findings: import('./source-tree.mjs').Finding[] }}
 */
export function compareRows(root, files) {
  const rows = readFileSync(join(root, 'docs/requirements.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([id, , statement]) => ({ id, statement }));
  const known = new Set(rows.map(({ id }) => id));
  const claims = files.filter(({ path }) => testFile.test(path)).flatMap(claimsOf);
  const claimed = new Set(claims.map(({ id }) => id));
  return {
    total: rows.length,
    open: rows.filter(({ id }) => !claimed.has(id)),
    findings: claims
      .filter(({ id }) => !known.has(id))
      .map(({ id, path, line }) => {
        const message = `docs/requirements.tsv has no row ${id}.`;
        return { path, line, rule: 'unknown-row', message };
      }),
  };
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
