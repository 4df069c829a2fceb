/**
 * An item's labels, as people spelled them. A server of the previous release writes rows without labels and
 * leaves those of existing rows unchanged.
 */
export const labels = `
alter table items add column labels text[] not null default '{}'
  check (cardinality(labels) <= 50);
`;
