/** The usage of each account, without tombstones: its number of items, and their text in bytes. */
export const usage = `
alter table heads
  add column items bigint not null default 0,
  add column bytes bigint not null default 0;
update heads h set items = u.items, bytes = u.bytes
from (
  select user_id, count(*) as items,
    sum(octet_length(title) + coalesce(octet_length(description), 0)
      + octet_length(array_to_string(labels, ''))) as bytes
  from items where title <> '' group by user_id
) u
where u.user_id = h.user_id;
`;
