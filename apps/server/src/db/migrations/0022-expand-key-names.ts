/**
 * Under which secret a hash was made that cannot be made again without what it is of: null for what was there
 * before, which is under the first one.
 */
export const keyNames = `
alter table contacts add column key text;
alter table known_devices add column key text;
`;
