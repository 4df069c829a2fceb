// @ts-check
/** The oldest Node that the packages run on. */
const oldestNode = [20, 19];

/**
 * Ends the process with one sentence if this Node is too old. To be called before anything else is
 * imported: newer syntax and packages would fail first, and less kindly.
 */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  giveUp(
    `Foray needs Node ${oldestNode.join('.')} or newer and this is ${version}: install a newer one from https://nodejs.org.`,
  );
}

/**
 * Prints one sentence on standard error and ends the process with 1.
 * @param {string} sentence
 * @returns {never}
 */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
