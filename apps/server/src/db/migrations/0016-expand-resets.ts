/** The copy of an occurrence lists the children that were reset, so that it can be undone. */
export const resets = `
alter table items add column resets jsonb not null default '[]';
`;
