/**
 * How an item repeats, and where it stands in its series; null, null, null, 1, null where it does not. Not bound
 * to the date: a server of the release before clears dates without knowing of rules. Of an occurrence there is
 * one copy.
 */
export const repeat = `
alter table items
  add column repeat text check (length(repeat) <= 255),
  add column repeat_from text check (repeat_from in ('due', 'completion')),
  add column repeat_start date,
  add column occurrence bigint not null default 1 check (occurrence > 0),
  add column occurrence_of uuid;
create unique index items_copies on items (occurrence_of, occurrence) where occurrence_of is not null;
`;
