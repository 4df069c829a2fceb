/**
 * An item's rule, and its position in its series; null, null, null, 1, null if it does not repeat. The rule
 * does not depend on the date, because a server of the last release clears dates without knowing rules. An
 * occurrence has one copy.
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
