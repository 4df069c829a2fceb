/** The priority of an item; null if nobody has set one. */
export const priority = `
alter table items add column priority text
  check (priority in ('low', 'medium', 'high'));
`;
