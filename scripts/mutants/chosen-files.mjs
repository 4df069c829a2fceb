// @ts-check
import { requiredShares } from './packages-of-rules.mjs';

/**
 * The files that arguments select for measuring: each package, with its files, or none if it is measured
 * completely; all packages without arguments. Or a message about an argument that is neither a package of
 * rules nor a file in one.
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
