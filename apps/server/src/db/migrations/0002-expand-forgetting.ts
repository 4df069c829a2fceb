/**
 * For the end of the trash and of old cursors: `floor` says up to which seq removals have been deleted, and
 * two small indexes find items to erase and items that can be restored.
 */
export const forgetting = `
alter table heads add column floor bigint not null default 0;
create index items_to_erase on items (deleted_at, id) where deleted_at is not null and title <> '';
create index access_trash on access (user_id) where reason = 'deleted';
`;
