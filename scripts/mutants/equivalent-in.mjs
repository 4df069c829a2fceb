// @ts-check

/**
 * The equivalent mutants of one file below `packages`, each as a text in the file, the mutated code behind
 * its beginning, what stands in the place of that, and why nobody can see it.
 * @param {string} file
 * @param {readonly (readonly [text: string, from: string, to: string, why: string])[]} mutants
 * @returns {import('./equivalent.mjs').EquivalentMutant[]}
 */
export function equivalentIn(file, mutants) {
  return mutants.map(([text, from, to, why]) => ({
    file: `packages/${file}`,
    text,
    from,
    to,
    why,
  }));
}
