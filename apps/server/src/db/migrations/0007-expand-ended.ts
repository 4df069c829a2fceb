/**
 * Whose account was deleted. It stands beside the head, because a change that gives somebody an item
 * locks that row: what was committed until it had the lock is read with it (decision 0035).
 */
export const ended = `
alter table heads add column ended boolean not null default false;
`;
