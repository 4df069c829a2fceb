/**
 * For contacts: marks the row of an imported number that is its first reading, so that numbers can be
 * counted.
 */
export const people = `
alter table contacts add column is_first boolean not null default true;
`;
