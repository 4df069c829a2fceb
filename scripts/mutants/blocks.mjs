// @ts-check
import { parseSync, Visitor } from 'oxc-parser';

/** @typedef {{ start: number, end: number }} Range offsets in a source; the end is exclusive */

/** The name under which instrumented code finds the table of the blocks that ran. */
const table = '(globalThis.forayBlocks??=[])';

/**
 * The parts of a source that run or do not run as a whole, and the source with a mark in each, which
 * sets `globalThis.forayBlocks[number]`. Lines stay where they are. A function counts with its
 * parameters; code that runs when the module loads is in no block.
 * @param {string} path
 * @param {string} source
 * @param {number} first the number of the first block
 * @returns {{ blocks: Range[], instrumented: string }}
 */
export function instrumentBlocks(path, source, first) {
  /** @type {Range[]} */
  const blocks = [];
  /** @type {{ at: number, text: string }[]} */
  const insertions = [];

  /** @param {Range} range */
  const markOf = ({ start, end }) => {
    blocks.push({ start, end });
    return `${table}[${first + blocks.length - 1}]=1`;
  };
  /** @param {Range} range @param {import('oxc-parser').BlockStatement | import('oxc-parser').FunctionBody} body */
  const inside = (range, { body, start }) => {
    const last = body.findLast((one) => 'directive' in one && typeof one.directive === 'string');
    insertions.push({ at: last?.end ?? start + 1, text: `;${markOf(range)};` });
  };
  /** @param {Range} part @param {Range} [range] */
  const expression = (part, range = part) => {
    insertions.push({ at: part.start, text: `(${markOf(range)},` });
    insertions.push({ at: part.end, text: ')' });
  };
  /** @param {import('oxc-parser').Statement | null} part */
  const statement = (part) => {
    if (part === null) return;
    if (part.type === 'BlockStatement') return inside(part, part);
    insertions.push({ at: part.start, text: `{${markOf(part)};` });
    insertions.push({ at: part.end, text: '}' });
  };
  /** @param {{ start: number, end: number, body: import('oxc-parser').FunctionBody | null }} node */
  const ofFunction = (node) => {
    if (node.body !== null) inside(node, node.body);
  };

  new Visitor({
    FunctionDeclaration: ofFunction,
    FunctionExpression: ofFunction,
    ArrowFunctionExpression(node) {
      if (node.body.type === 'BlockStatement') inside(node, node.body);
      else expression(node.body, node);
    },
    PropertyDefinition({ value }) {
      // The value is evaluated in the constructor. A function there keeps the name that the property gives
      // it.
      if (value !== null && !value.type.includes('Function')) expression(value);
    },
    IfStatement({ consequent, alternate }) {
      statement(consequent);
      if (alternate?.type !== 'IfStatement') statement(alternate);
    },
    ForStatement: ({ body }) => statement(body),
    ForInStatement: ({ body }) => statement(body),
    ForOfStatement: ({ body }) => statement(body),
    WhileStatement: ({ body }) => statement(body),
    CatchClause: ({ body }) => inside(body, body),
    SwitchCase(node) {
      const [begin] = node.consequent;
      if (begin !== undefined) insertions.push({ at: begin.start, text: `${markOf(node)};` });
    },
    ConditionalExpression({ consequent, alternate }) {
      expression(consequent);
      expression(alternate);
    },
    LogicalExpression: ({ right }) => expression(right),
  }).visit(parseSync(path, source).program);

  return { blocks, instrumented: withInsertions(source, insertions) };
}

/**
 * The number of the smallest block that contains the range, or none where the code runs with its module.
 * @param {readonly Range[]} blocks
 * @param {Range} range
 * @returns {number | null} an index in `blocks`
 */
export function blockAround(blocks, { start, end }) {
  let found = null;
  let size = Infinity;
  for (const [at, block] of blocks.entries()) {
    const own = block.end - block.start;
    if (block.start > start || block.end < end || own >= size) continue;
    found = at;
    size = own;
  }
  return found;
}

/**
 * @param {string} source
 * @param {readonly { at: number, text: string }[]} insertions
 */
function withInsertions(source, insertions) {
  let result = '';
  let from = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    result += source.slice(from, at) + text;
    from = at;
  }
  return result + source.slice(from);
}
