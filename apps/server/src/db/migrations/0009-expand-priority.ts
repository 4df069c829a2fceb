/** How much an item matters; null where nobody has said. */
export const priority = `
alter table items add column priority text
  check (priority in ('low', 'medium', 'high'));
`;
