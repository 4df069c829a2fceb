/** Set by `npm run build`. */
declare const forayCommit: string | undefined;

/**
 * The commit that this server was built from, abbreviated, with `-dirty` where its files were changed; 'unknown'
 * where it was built without git, or runs from its sources.
 */
export const buildCommit = typeof forayCommit === 'string' ? forayCommit : 'unknown';
