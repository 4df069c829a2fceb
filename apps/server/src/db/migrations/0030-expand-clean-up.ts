/**
 * For a clean-up that scans no whole table: `forgotten_deletion` is the deletion whose removals have left
 * all feeds, and an index finds the others, because the copy of an occurrence may be deleted again. Other
 * indexes find old notifications and sessions, and the push subscriptions of a session.
 */
export const cleanUps = `
alter table items add column forgotten_deletion timestamptz(3);
create index items_to_forget on items (deleted_at, id)
  where deleted_at is not null and forgotten_deletion is distinct from deleted_at;
create index notifications_updated on notifications (updated_at);
create index sessions_begun on sessions (created_at);
create index push_session on push (session_id);
`;
