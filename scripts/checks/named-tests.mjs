import { Visitor } from 'oxc-parser';
import { servesTests } from './source-tree.mjs';

/** What stands in a title for a value of a table. */
const value = /%[a-z]|\$\w/;
/** What a title must begin with before its first value, in characters, to be known by it. */
const leastHead = 10;

/**
 * A function that tells whether a test is there by its path and a part of its title: among `files` is one
 * of that path, and the part is in it, or in a suite that several tests run. A title that is made of values
 * is known by the part in front of the first one.
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

/** The beginnings of the texts with values in them, up to the first value. */
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
