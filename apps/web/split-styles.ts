/** The style sheets of a build: `first` is in the page, `rest` comes with the first code that needs it. */
interface SplitStyles {
  readonly first: string;
  readonly rest: string;
}

/** A statement of a style sheet, with the rules around it from the outside, such as `@media print`. */
interface StyleRule {
  readonly around: readonly string[];
  readonly prelude: string;
  readonly body: string;
}

/** The layer of Tailwind's classes. */
const utilities = '@layer utilities';

/**
 * Splits a minified style sheet of Tailwind. `firstCode` has all classes of the first screen: `first` has
 * their rules, and all other rules that are not known to be for later. Once both sheets have loaded, in this
 * order, each element has the styles that the whole sheet gives it: `rest` repeats rules of `first` that come
 * after one of its own for the same property.
 */
export function splitStyles(sheet: string, firstCode: string): SplitStyles {
  const words = new Set(firstCode.replaceAll(/\\[nrt]/g, ' ').split(/[\s"'`${}]+/));
  const isUtility = ({ around }: StyleRule): boolean => around[0] === utilities;
  const isFirst = ({ prelude }: StyleRule): boolean =>
    classesOf(prelude).some((name) => words.has(name));
  const [licence = ''] = /^\/\*![^]*?\*\/\s*/.exec(sheet) ?? [];
  const rules = rulesOf(sheet.slice(licence.length));
  const used = namesIn(
    rules.filter((rule) => isUtility(rule) && isFirst(rule)),
    rules,
  );
  const first: StyleRule[] = [];
  const rest: StyleRule[] = [];
  const changed = new Set<string>();
  for (const rule of rules) {
    if (!isUtility(rule)) {
      (isLater(rule, used) ? rest : first).push(rule);
      continue;
    }
    const properties = propertiesOf(rule.body);
    const isOverridden = properties.some((one) => [...changed].some((it) => overlap(one, it)));
    if (isFirst(rule)) first.push(rule);
    if (isFirst(rule) && !isOverridden) continue;
    rest.push(rule);
    for (const property of properties) changed.add(property);
  }
  return { first: licence + textOf(first), rest: textOf(rest) };
}

/** The beginnings of selectors of lazy.css: parts of fields, layers over and beside the page, selected and swiped rows. */
const laterSelectors =
  /^(?:::-webkit-|::file|:-moz-|\[list\]|\[data-beside\]|\[data-select(?:ed|ing)\]|#root\b|body\[style|\.swiped?-row)/;

/**
 * Whether a rule of no class is for later: for a name that is not in `used`, for paper, or one of
 * `laterSelectors`.
 */
function isLater(
  { around: [condition = ''], prelude }: StyleRule,
  used: ReadonlySet<string>,
): boolean {
  const name = /^@(?:keyframes|property) (\S+)/.exec(prelude)?.[1];
  if (name !== undefined) return !used.has(name);
  if (laterSelectors.test(prelude)) return true;
  return /^@media (?:print|\(forced-colors:)/.test(condition);
}

/** The innermost rules of a sheet, in order. */
function rulesOf(text: string, around: readonly string[] = []): StyleRule[] {
  const rules: StyleRule[] = [];
  let start = 0;
  for (;;) {
    const open = text.indexOf('{', start);
    const statement = /^[^{};]*;/.exec(text.slice(start))?.[0];
    if (statement !== undefined) {
      rules.push({ around, prelude: statement, body: '' });
      start += statement.length;
      continue;
    }
    if (open < 0) return rules;
    const end = endOfBlock(text, open);
    const prelude = text.slice(start, open).trim();
    const body = text.slice(open + 1, end);
    if (/^@(?:layer|media|supports|container)/.test(prelude)) {
      rules.push(...rulesOf(body, [...around, prelude]));
    } else rules.push({ around, prelude, body });
    start = end + 1;
  }
}

function endOfBlock(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`a block of the styles has no end: ${text.slice(open, open + 80)}`);
}

/**
 * The classes in a selector that carry its styles, without those that only mark an ancestor or a
 * theme.
 */
function classesOf(selector: string): readonly string[] {
  return [...selector.matchAll(/\.((?:\\.|[-\w])+)/g)]
    .map(([, name = '']) => name.replaceAll('\\', ''))
    .filter((name) => !/^(?:dark|(?:group|peer)(?:\/.*)?)$/.test(name));
}

/** The properties that a rule sets, each without its side and under the name of its shorthand. */
function propertiesOf(body: string): readonly string[] {
  const names = [...body.matchAll(/(?:^|;)([-\w]+):/g)].map(([, name = '']) => name);
  return names.map((name) => {
    if (name.startsWith('--')) return name;
    return name
      .replace(/^-[a-z]+-/, '')
      .replace(sides, '')
      .replace(sameAs, (it) => shorthand[it] ?? it);
  });
}

const sides =
  /-(?:(?:inline|block)(?:-(?:start|end))?|(?:top|bottom|start|end)(?:-(?:left|right|start|end))?|left|right)(?=-|$)/;

/** The shorthands of properties whose names do not begin with that of the shorthand. */
const shorthand: Readonly<Record<string, string>> = {
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
  'line-height': 'font-line-height',
  'row-gap': 'gap',
  'column-gap': 'gap',
};
const sameAs = new RegExp(`^(?:${Object.keys(shorthand).join('|')})$`);

/** Whether two properties may change the same part of a style. */
function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);
}

/** The names that these rules use, also by way of the variables of the theme. */
function namesIn(rules: readonly StyleRule[], all: readonly StyleRule[]): ReadonlySet<string> {
  const namesOf = (text: string): readonly string[] => text.match(/[-\w]+/g) ?? [];
  const names = new Set(rules.flatMap(({ body }) => namesOf(body)));
  const theme = all.filter(({ around }) => around[0] === '@layer theme');
  const variables = theme.flatMap(({ body }) => [...body.matchAll(/(--[-\w]+):([^;]*)/g)]);
  for (const [, name = '', value = ''] of variables) {
    if (names.has(name)) for (const one of namesOf(value)) names.add(one);
  }
  return names;
}

function textOf(rules: readonly StyleRule[]): string {
  let text = '';
  let open: readonly string[] = [];
  for (const { around, prelude, body } of rules) {
    const kept = around.findIndex((one, depth) => one !== open[depth]);
    const shared = kept < 0 ? around.length : kept;
    text += '}'.repeat(open.length - Math.min(shared, open.length));
    text += around
      .slice(shared)
      .map((one) => `${one}{`)
      .join('');
    text += body === '' ? prelude : `${prelude}{${body}}`;
    open = around;
  }
  return text + '}'.repeat(open.length);
}
