/**
 * An item's labels, as people spelled them. A server of the release before writes rows without them and
 * leaves those of others as they are.
 */
export const labels = `
alter table items add column labels text[] not null default '{}'
  check (cardinality(labels) <= 50);
`;
