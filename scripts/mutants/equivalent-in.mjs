// @ts-check

/**
 * The equivalent mutants of one file below `packages`, each as its line, the mutated code, what stands in its
 * place, and why nobody can see it.
 * @param {string} file
 * @param {readonly (readonly [line: string, from: string, to: string, why: string])[]} mutants
 * @returns {import('./equivalent.mjs').EquivalentMutant[]}
 */
export function equivalentIn(file, mutants) {
  return mutants.map(([line, from, to, why]) => ({
    file: `packages/${file}`,
    line,
    from,
    to,
    why,
  }));
}
