// @ts-check
import { requiredShares } from './packages-of-rules.mjs';

/**
 * The files that arguments choose to measure: each package, with its files, or none where it is measured whole; all
 * packages without arguments. Or a message: what is no package of rules, nor in one.
 * @param {readonly string[]} args names of packages and paths of files
 * @param {readonly string[]} packages
 * @returns {{ name: string, files: string[] }[] | string}
 */
export function chosenFiles(args, packages = [...requiredShares.keys()]) {
  /** @param {string} name */
  const filesOf = (name) => args.filter((path) => path.includes(`packages/${name}/`));
  const unknown = args.filter(
    (arg) => !packages.some((name) => name === arg || filesOf(name).includes(arg)),
  );
  if (unknown.length > 0) {
    return `Only packages ${packages.join(', ')} and their files are measured, not ${unknown.join(', ')}`;
  }
  return packages
    .filter((name) => args.length === 0 || args.includes(name) || filesOf(name).length > 0)
    .map((name) => ({ name, files: args.includes(name) ? [] : filesOf(name) }));
}
