/**
 * How often everything of an account was erased. A session is of the life that it began in: what was let
 * in before an account began empty finds with the lock of the head that this is another (decision 0035).
 */
export const lives = `
alter table heads add column life integer not null default 0;
`;
