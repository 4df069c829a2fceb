/**
 * The day of an occurrence by its rule, where its date was moved, and how many occurrences COUNT has counted.
 * Null in every item that exists: then the days that have passed count as done (domain's `occurrence.ts`). A
 * node of an earlier release moves an item to another occurrence without counting, which empties both.
 *
 * The release of this migration reads BYSETPOS and WKST in a rule but writes neither, since nodes and devices
 * before it end such a series. Writing them begins with 0.5.0, whose migrations name this one.
 */
export const occurrenceDay = `
alter table items
  add column occurrence_day date,
  add column repeat_done bigint check (repeat_done >= 0);
create or replace function forget_repeat_done() returns trigger language plpgsql as $$
begin
  new.occurrence_day := null;
  new.repeat_done := null;
  return new;
end $$;
create trigger items_repeat_done before update on items for each row
  when (new.occurrence is distinct from old.occurrence
    and new.repeat_done is not distinct from old.repeat_done)
  execute function forget_repeat_done();
insert into meta (key, value) values ('0038-expand-occurrence-day', '0009-expand-priority');
`;
