import manifest from '../../package.json' with { type: 'json' };

/** Set by `npm run build`. */
declare const forayCommit: string | undefined;

/**
 * The abbreviated commit that this server was built from, with `-dirty` if its files were changed;
 * 'unknown' if it was built without git, or runs from its sources.
 */
const buildCommit = typeof forayCommit === 'string' ? forayCommit : 'unknown';

/** The version and the commit of this code. */
export const ownBuild = { version: manifest.version, build: buildCommit };
