/**
 * The author of an item's current version, as `<version>:<user id>`; null for earlier changes. The version
 * is included because a server of the last release writes a new version and leaves this column unchanged.
 */
export const changedBy = `
alter table items add column changed_by text;
`;
