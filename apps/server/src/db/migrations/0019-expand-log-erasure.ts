/**
 * For the erasure of the activity log: marks the tombstones whose log has been erased, with two small
 * indexes that find the others, and the entries outside any campaign, which earlier releases wrote and
 * nobody can read.
 */
export const logErasure = `
alter table items add column is_log_erased boolean not null default false;
create index items_to_unlog on items (id)
  where deleted_at is not null and title = '' and not is_log_erased;
create index activity_outside on activity (id) where campaign_id is null;
`;
