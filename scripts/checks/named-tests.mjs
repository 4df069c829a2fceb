import { Visitor } from 'oxc-parser';
import { servesTests } from './source-tree.mjs';

/** The placeholder in a title for a value of a table. */
const value = /%[a-z]|\$\w/;
/** The minimum number of characters before the first value of a title that identify it. */
const leastHead = 10;

/**
 * Returns a function that says whether a test exists, by its path and a part of its title: `files` must
 * contain that path, and the part must be in a title there, or in a suite that several tests run. A title
 * made of values is identified by the part before the first one.
 */
export function namedTests(files) {
  const suites = files.filter(({ path }) => path.includes('/testing/') && servesTests(path));
  const heads = new Map();
  const headsOf = (file) => {
    if (!heads.has(file.path)) heads.set(file.path, headsIn(file));
    return heads.get(file.path);
  };
  return ([path, title]) => {
    const own = files.find((file) => file.path === path);
    if (own === undefined) return false;
    const starts = [];
    for (let end = leastHead; end <= title.length; end += 1) starts.push(title.slice(0, end));
    return [own, ...suites].some(
      (file) =>
        file.text.includes(title) ||
        headsOf(file).some((head) => starts.some((start) => head.endsWith(start))),
    );
  };
}

/** The beginnings of texts that contain values, up to the first value. */
function headsIn({ program }) {
  const found = [];
  new Visitor({
    Literal: ({ value: text }) => typeof text === 'string' && found.push(text.split(value)),
    TemplateLiteral: ({ quasis }) => found.push(quasis.map((one) => one.value.cooked)),
  }).visit(program);
  return found.flatMap(([head, ...rest]) =>
    rest.length > 0 && head.length >= leastHead ? [head] : [],
  );
}
