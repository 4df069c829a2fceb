import { Visitor } from 'oxc-parser';
import { servesTests } from './source-tree.mjs';

const screens = /^apps\/web\/src\/.*\.tsx$/;
const lists = new Set(['map', 'flatMap', 'filter', 'toReversed', 'toSorted']);

/**
 * The kinds of content that a child of an element can be on the screen. `moves`: nodes of it can be inserted or removed while the
 * element stays.
 * @typedef {{ readonly text: boolean, readonly moves: boolean, readonly form: string }} Content
 */

/** @type {Content} */
const words = { text: true, moves: false, form: 'text' };
/** @type {Content} */
const nothing = { text: false, moves: false, form: 'nothing' };
/** @type {Content} */
const anything = { text: true, moves: true, form: 'any' };
const element = (form) => ({ text: false, moves: false, form });
const moving = { text: false, moves: true, form: 'any' };

/**
 * Texts among `files` that stand beside elements that appear and disappear, or that appear and disappear
 * beside others. A browser that translates a page moves each text into its own elements; React then looks for
 * the text in its old place, to insert before it or to remove it, and fails. Such a text needs an element
 * around it.
 * @returns {import('./source-tree.mjs').Finding[]}
 */
export function findExposedTexts(files) {
  const shown = files
    .filter(({ path }) => screens.test(path) && !servesTests(path))
    .map((file) => ({ ...file, components: componentsOf(file.program) }));
  const known = { steady: steadyComponents(shown), given: namedElements(shown) };
  const scopes = new Map(shown.map((file) => [file, scopeOf(file.program, known)]));
  const withText = componentsWithText(shown, scopes);
  return shown.flatMap((file) => exposedTexts(file, scopes.get(file), withText));
}

function exposedTexts({ path, lineAt, components, program }, scope, withText) {
  const found = new Map();
  const report = (node, message) => {
    const line = lineAt(node.start);
    found.set(`${line}`, { path, line, rule: 'texts-in-elements', message });
  };
  const evaluate = (root, children) => {
    const given = scope.values.get('children') === words ? words : children;
    const own = { ...scope, values: new Map([...scope.values, ['children', given]]) };
    const visit = (node) => {
      const parts = partsOf(node).map((child) => ({ child, content: contentOf(child, own) }));
      for (const { child, content } of parts.length > 1 ? parts : []) {
        const isBeside = parts.some((other) => other.child !== child && other.content.moves);
        if (content.text && (content.moves || isBeside))
          report(child, 'A text beside what comes and goes needs an element of its own.');
      }
    };
    new Visitor({ JSXElement: visit, JSXFragment: visit }).visit(root);
    return own;
  };
  // Elements outside of components, in hooks and constants.
  if (components.length === 0) evaluate(program, moving);
  for (const { name, made, returned } of components) {
    const own = evaluate(asProgram(made), withText.has(name) ? anything : moving);
    for (const value of returned)
      if (contentOf(value, own).text) report(value, `${name} shows a text without an element.`);
  }
  return [...found.values()];
}

/** The children of an element, without the whitespace of the source's layout. */
function partsOf({ children }) {
  return children.filter((child) => !isBlank(child));
}

function isBlank(child) {
  if (child.type === 'JSXText') return child.value.trim() === '' && child.value.includes('\n');
  return child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression';
}

/** @returns {Content} */
function contentOf(node, scope) {
  switch (node.type) {
    case 'JSXText':
    case 'TemplateLiteral':
      return words;
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? words : nothing;
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return contentOf(node.expression, scope);
    case 'JSXElement':
      return elementOf(node, scope);
    // A component that calls its child shows the result, which is evaluated where it is written.
    case 'ArrowFunctionExpression':
      return nothing;
    case 'JSXFragment':
      return partsOf(node)
        .map((child) => contentOf(child, scope))
        .reduce((a, b) => ({ ...either(a, b), moves: a.moves || b.moves }), nothing);
    case 'LogicalExpression':
      if (node.operator === '&&') return either(nothing, contentOf(node.right, scope));
      return either(contentOf(node.left, scope), contentOf(node.right, scope));
    case 'ConditionalExpression':
      return either(contentOf(node.consequent, scope), contentOf(node.alternate, scope));
    case 'CallExpression':
      return callOf(node, scope);
    case 'Identifier':
      if (node.name === 'undefined') return nothing;
      return scope.values.get(node.name) ?? words;
    default:
      return words;
  }
}

/** A steady component is always the same element; any other may be none, or several. */
function elementOf({ openingElement: { name } }, { steady }) {
  if (name.type !== 'JSXIdentifier') return element('member');
  if (/^[a-z]/.test(name.name) || steady.has(name.name)) return element(name.name);
  return moving;
}

function callOf({ callee, arguments: given }, scope) {
  if (callee.type === 'Identifier') {
    if (/^(cloneElement|createPortal)$/.test(callee.name)) return contentOf(given[0], scope);
    if (callee.name === 'createElement') return moving;
    return scope.values.get(callee.name) ?? words;
  }
  if (callee.type !== 'MemberExpression' || !lists.has(callee.property.name)) return words;
  const made = given[0]?.body;
  const isText = made && made.type !== 'BlockStatement' && contentOf(made, scope).text;
  return { ...moving, text: isText === true };
}

/** The content of two values: nodes move if one value has none, or an element of another kind. */
function either(a, b) {
  const isSame = a.form === b.form && a.form !== 'any';
  return {
    text: a.text || b.text,
    moves: a.moves || b.moves || !isSame,
    form: isSame ? a.form : 'any',
  };
}

/**
 * The values behind the names of a file: elements in a constant or from a hook, and props that take any node.
 */
function scopeOf(program, { steady, given }) {
  const values = new Map();
  const scope = { values, steady };
  new Visitor({
    TSPropertySignature({ key, typeAnnotation, optional }) {
      const types = typeNames(typeAnnotation);
      if (types.includes('ReactNode')) values.set(key.name, anything);
      else if (typeAnnotation?.typeAnnotation.type === 'TSStringKeyword')
        values.set(key.name, words);
      else if (types.includes('ReactElement'))
        values.set(key.name, optional ? moving : element(key.name));
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init && makesElements(init))
        values.set(id.name, contentOf(init, scope));
      if (id.type !== 'ObjectPattern' || init?.type !== 'CallExpression') return;
      for (const { key } of id.properties)
        if (key && given.has(key.name)) values.set(key.name, moving);
    },
  }).visit(program);
  return scope;
}

/** The names under which hooks return elements. */
function namedElements(files) {
  const names = new Set();
  for (const { program } of files) {
    new Visitor({
      Property({ key, value }) {
        if (value && makesElements(value)) names.add(key.name);
      },
    }).visit(program);
  }
  return names;
}

/** The names of components that are given a text as a child, or the children of such a component. */
function componentsWithText(files, scopes) {
  const withText = new Set();
  const passed = [];
  for (const file of files) {
    const scope = scopes.get(file);
    const values = new Map([...scope.values, ['children', moving]]);
    for (const { name, made } of [{ made: null }, ...file.components]) {
      const visit = (node) => {
        const called = node.openingElement.name.name;
        if (partsOf(node).some((child) => contentOf(child, { ...scope, values }).text))
          withText.add(called);
        if (partsOf(node).some(({ expression }) => expression?.name === 'children'))
          passed.push({ from: name, to: called });
      };
      new Visitor({ JSXElement: visit }).visit(made ? asProgram(made) : file.program);
    }
  }
  for (let before = -1; before !== withText.size;) {
    before = withText.size;
    for (const { from, to } of passed) if (withText.has(from)) withText.add(to);
  }
  return withText;
}

/** A program of one node, since a visitor starts at a program. */
function asProgram(node) {
  return { type: 'Program', sourceType: 'module', body: [node], start: node.start, end: node.end };
}

/** Whether a value is written as elements, so that its name stands for them. */
function makesElements(node) {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    case 'LogicalExpression':
      return makesElements(node.right);
    case 'ParenthesizedExpression':
      return makesElements(node.expression);
    case 'ConditionalExpression':
      return makesElements(node.consequent) || makesElements(node.alternate);
    default:
      return false;
  }
}

/** The names of all types in a type annotation. */
function typeNames(annotation) {
  const names = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'TSTypeReference')
      names.push(node.typeName.name ?? node.typeName.right?.name);
    for (const value of Object.values(node)) visit(value);
  };
  visit(annotation);
  return names;
}

/** The names of components that are always the same element, in every file with a component of that name. */
function steadyComponents(files) {
  const all = files.flatMap(({ components }) => components);
  const steady = new Set(all.map(({ name }) => name));
  for (let before = -1; before !== steady.size;) {
    before = steady.size;
    for (const { name, returned } of all) {
      const [only] = returned;
      const isSteady =
        returned.length === 1 && only.type === 'JSXElement' && !elementOf(only, { steady }).moves;
      if (!isSteady) steady.delete(name);
    }
  }
  return steady;
}

/** The components of a file with the values that they return. */
function componentsOf(program) {
  const found = [];
  const add = (name, made) => {
    if (name === undefined || !/^[A-Z]/.test(name)) return;
    const returned =
      made.body.type === 'BlockStatement' ? returnsOf(made.body) : [made.body].filter(Boolean);
    found.push({ name, made, returned: returned.map(withoutBrackets) });
  };
  new Visitor({
    FunctionDeclaration: (made) => add(made.id?.name, made),
    VariableDeclarator({ id, init }) {
      if (init?.type === 'ArrowFunctionExpression' && id.type === 'Identifier') add(id.name, init);
    },
  }).visit(program);
  return found;
}

function withoutBrackets(node) {
  return node.type === 'ParenthesizedExpression' ? withoutBrackets(node.expression) : node;
}

/** The values that the statements of a function return, without the functions inside it. */
function returnsOf(body) {
  const found = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (/Function/.test(node.type)) return;
    if (node.type === 'ReturnStatement' && node.argument) found.push(node.argument);
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value);
  };
  visit(body.body);
  return found;
}
