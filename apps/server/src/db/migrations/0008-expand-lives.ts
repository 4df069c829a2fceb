/**
 * The number of times that an account was erased completely. A session belongs to one generation of its
 * account: a request accepted before the account started empty finds out by locking the head that the
 * generation has changed (decision 0035).
 */
export const lives = `
alter table heads add column life integer not null default 0;
`;
