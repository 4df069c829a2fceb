// @ts-check
/** The oldest Node that the packages run on. */
const oldest = { major: 20, minor: 19 };

/**
 * Ends the process with one sentence if this Node is too old. Call it before importing anything else: newer
 * syntax and packages would fail first, with a less helpful message.
 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  giveUp(
    `Foray needs Node ${oldest.major}.${oldest.minor} or newer and this is ${version}: install a newer one from https://nodejs.org.`,
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
