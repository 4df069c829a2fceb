/**
 * Rows that belong to one user, each with a place in the feed, with which it is deleted: a node of an
 * earlier release that erases an account deletes only the places.
 */
export const privateRows = `
create table private_rows (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null,
  name text not null,
  value text,
  changed_at timestamptz(3) not null
) with (fillfactor = 85);
create unique index private_rows_name on private_rows (user_id, kind, name);
create index private_rows_removed on private_rows (changed_at) where value is null;
alter table feed drop constraint feed_kind_check;
alter table feed add constraint feed_kind_check
  check (kind in ('user', 'mutual', 'notification', 'private')) not valid;
create or replace function delete_private_row() returns trigger language plpgsql as $$
begin
  delete from private_rows where id = old.ref_id;
  return null;
end $$;
create or replace trigger feed_private after delete on feed for each row when (old.kind = 'private')
  execute function delete_private_row();
insert into meta (key, value) values ('0040-expand-private-rows', '0009-expand-priority');
`;
