// @ts-check

/**
 * Mutants that change nothing that anybody can see, each with the reason. `line` is a part of the line where
 * the mutant begins, `from` the mutated code, or how it begins, and `to` what Stryker puts in its place, or
 * how that begins.
 * @type {readonly { file: string, line: string, from: string, to: string, why: string }[]}
 */
export const equivalentMutants = [
  {
    file: 'packages/domain/src/lists.ts',
    line: 'return keyA < keyB ? 1 : -1;',
    from: 'keyA < keyB',
    to: 'keyA <= keyB',
    why: 'equal keys are decided by the id before',
  },
];
