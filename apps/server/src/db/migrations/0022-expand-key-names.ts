/**
 * The name of the secret under which a hash was made that cannot be renewed without its text; null for
 * existing rows, which are under the first secret.
 */
export const keyNames = `
alter table contacts add column key text;
alter table known_devices add column key text;
`;
