/**
 * The searchable text of an item, folded; null until it is computed. A node of an earlier release changes
 * only `search_text`, which empties this. The function outlives tables that a restore replaces.
 */
export const searchFolded = `
alter table items add column search_folded text;
create index items_to_fold on items (id) where search_folded is null;
create or replace function forget_search_folded() returns trigger language plpgsql as $$
begin
  new.search_folded := null;
  return new;
end $$;
create trigger items_search_folded before update on items for each row
  when (new.search_text is distinct from old.search_text
    and new.search_folded is not distinct from old.search_folded)
  execute function forget_search_folded();
insert into meta (key, value) values ('0034-expand-search-folded', '0009-expand-priority');
`;
