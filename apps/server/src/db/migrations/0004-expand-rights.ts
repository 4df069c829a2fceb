/**
 * For rights from the root down (decision 0065): the items of one delete are found by its name, two more
 * kinds of notification exist, and the access rows of existing items are computed again, with a new place
 * in the feeds of everybody affected, so that their devices receive them.
 *
 * The rules are repeated here because a migration must keep its meaning.
 */
export const rights = `
create index items_deleted_op on items (deleted_op) where deleted_op is not null;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (
  kind in ('assigned', 'assigned_other', 'removed', 'completed', 'reopened', 'mutual')
);

-- A node of the release before may still be writing.
lock table items, heads, access in share row exclusive mode;

-- Under what is left of a deleted account nobody could manage anything any more: each topmost item of
-- somebody else becomes top-level with all below, as when an account is deleted now.
create temporary table uprooted on commit drop as
with recursive erased as (select id from users where id >= 1000 and phone is null),
tree as (
  select i.id, i.type, null::bigint as head from items i
  where i.parent_id is null and i.user_id in (select id from erased)
  union all
  select i.id, i.type, coalesce(t.head, case
    when i.user_id not in (select id from erased) and not (i.deleted_at is not null and i.title = '')
    then i.id end)
  from tree t join items i on i.parent_id = t.id
  where t.type <> 'todo'
)
select id, head from tree where head is not null;
update items i set root_id = u.head,
  parent_id = case when i.id = u.head then null else i.parent_id end,
  parent_uuid = case when i.id = u.head then null else i.parent_uuid end
from uprooted u where u.id = i.id;

-- Who may change what, deleted items included.
create temporary table strong on commit drop as
with recursive people as (select id from users where id >= 1000 and phone is not null),
step (user_id, item_id, permission) as (
  select user_id, id, 'manage' from items
  where parent_id is null and user_id in (select id from people)
  union
  select assigned_to, id, 'contribute' from items
  where deleted_at is null and assigned_to in (select id from people)
  union
  select s.user_id, c.id,
    case when s.permission = 'manage' or c.user_id = s.user_id then 'manage' else 'contribute' end
  from step s join items c on c.parent_id = s.item_id
)
-- Of both the greater one.
select user_id, item_id, max(permission) as permission from step group by user_id, item_id;
create index on strong (item_id, user_id);
analyze strong;

-- Who sees what.
create temporary table seen on commit drop as
with recursive above (user_id, item_id) as (
  select s.user_id, i.parent_id from strong s join items i on i.id = s.item_id
  where i.deleted_at is null and i.parent_id is not null
  union
  select a.user_id, i.parent_id from above a join items i on i.id = a.item_id
  where i.parent_id is not null
)
select s.user_id, s.item_id, s.permission from strong s join items i on i.id = s.item_id
where i.deleted_at is null
union all
select a.user_id, a.item_id, 'view' from above a join items i on i.id = a.item_id
where i.deleted_at is null and not exists (
  select from strong s where s.item_id = a.item_id and s.user_id = a.user_id);
create unique index on seen (user_id, item_id);
analyze seen;

-- What has changed for whom; each change takes the next place in its user's feed.
create temporary table news on commit drop as
select user_id, item_id, permission, removed, reason,
  row_number() over (partition by user_id order by item_id)
    - count(*) over (partition by user_id) as behind
from (
  select s.user_id, s.item_id, s.permission, false as removed, null::text as reason
  from seen s left join access a on a.user_id = s.user_id and a.item_id = s.item_id
  where a.user_id is null or a.removed or a.permission <> s.permission
    or s.item_id in (select id from uprooted where id = head)
  union all
  select a.user_id, a.item_id, a.permission, true,
    case when i.deleted_at is null then 'hidden' else 'deleted' end
  from access a join items i on i.id = a.item_id
  where not a.removed and not exists (
    select from seen s where s.user_id = a.user_id and s.item_id = a.item_id)
  union all
  -- The trash lists what its reader manages now, no matter who saw it when it lived.
  select s.user_id, s.item_id, s.permission, true, 'deleted'
  from strong s join items i on i.id = s.item_id
  where s.permission = 'manage' and i.deleted_at is not null and i.title <> '' and not exists (
    select from access a where a.user_id = s.user_id and a.item_id = s.item_id)
) changed;

insert into heads (user_id, head)
select user_id, count(*) from news group by user_id order by user_id
on conflict (user_id) do update set head = heads.head + excluded.head;

insert into access (user_id, item_id, root_id, permission, seq, removed, reason, item_type)
select n.user_id, n.item_id, i.root_id, n.permission,
  h.head + n.behind,
  n.removed, n.reason, i.type
from news n join items i on i.id = n.item_id join heads h on h.user_id = n.user_id
on conflict (user_id, item_id) do update set root_id = excluded.root_id,
  permission = excluded.permission, seq = excluded.seq, removed = excluded.removed,
  reason = excluded.reason;

update access a set root_id = i.root_id from items i
where i.id = a.item_id and a.root_id <> i.root_id;

-- What was in a trash stays in those of its managers alone, and comes into that of those who lost sight
-- of it before.
update access a set permission = t.permission, reason = t.reason
from (
  select a.user_id, a.item_id, coalesce(s.permission, 'view') as permission,
    case when s.permission = 'manage' then 'deleted' else a.reason end as reason
  from items i join access a on a.item_id = i.id
    left join strong s on s.user_id = a.user_id and s.item_id = a.item_id
  where i.deleted_at is not null and i.title <> ''
) t
where a.user_id = t.user_id and a.item_id = t.item_id
  and (a.permission <> t.permission or a.reason <> t.reason);
`;
