// @ts-check

/**
 * A replacement in the source: the file from the root, a text that occurs in it once, the new text.
 * @typedef {readonly [file: string, text: string, replacement: string]} Edit
 */

/**
 * A small violation of a rule in the code, and the tests of which one must fail with it: those that
 * claim a row of docs/requirements.tsv, or those of a file whose titles contain a text.
 * @typedef {{ what: string, edits: readonly Edit[] } & ({ row: string } | { test: readonly [path: string, title: string] })} Violation
 */

export {};
