/**
 * Whether an account was deleted. The column is beside the head, because a change that gives an item to
 * somebody locks that row, and so reads everything that was committed before the lock (decision 0035).
 */
export const ended = `
alter table heads add column ended boolean not null default false;
`;
