/** The copy of an occurrence knows the children that began again with the next one, for an undo. */
export const resets = `
alter table items add column resets jsonb not null default '[]';
`;
