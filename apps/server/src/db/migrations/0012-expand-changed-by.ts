/**
 * Who made an item's present version, as `<version>:<user id>`; null for what was changed before. With the
 * version, because a server of the release before writes a new one and leaves this as it is.
 */
export const changedBy = `
alter table items add column changed_by text;
`;
