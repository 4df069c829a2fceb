/**
 * For the end of what the activity log says: which tombstones it has been erased of, and two small indexes that
 * find the others, and the entries outside any campaign, which nobody can read and earlier releases wrote.
 */
export const logErasure = `
alter table items add column is_log_erased boolean not null default false;
create index items_to_unlog on items (id)
  where deleted_at is not null and title = '' and not is_log_erased;
create index activity_outside on activity (id) where campaign_id is null;
`;
