// @ts-check

/**
 * The share of mutants that tests notice, by package and app.
 * @param {Iterable<{ path: string, isNoticed: boolean }>} tried
 * @returns {{ name: string, share: number, count: number }[]}
 */
export function sharesOf(tried) {
  /** @type {Map<string, { noticed: number, count: number }>} */
  const packages = new Map();
  for (const { path, isNoticed } of tried) {
    const name = packageOf(path);
    const { noticed, count } = packages.get(name) ?? { noticed: 0, count: 0 };
    packages.set(name, { noticed: noticed + Number(isNoticed), count: count + 1 });
  }
  return [...packages]
    .map(([name, { noticed, count }]) => ({ name, share: noticed / count, count }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The shares as lines to print.
 * @param {Iterable<{ path: string, isNoticed: boolean }>} tried
 */
export function shareLines(tried) {
  return sharesOf(tried).map(
    ({ name, share, count }) =>
      `${name}: ${(share * 100).toFixed(1)} % of ${count} mutants noticed`,
  );
}

/**
 * Code on one line, shortened.
 * @param {string} code
 */
export function shortCode(code) {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}

/**
 * The package or app of a file.
 * @param {string} path
 */
export function packageOf(path) {
  return path.split('/').slice(0, 2).join('/');
}
