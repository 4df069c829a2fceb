/**
 * An item's place among the children of its parent. A node of the previous release writes rows without one,
 * leaves those of existing rows unchanged, and lets a moved item keep the one it had.
 */
export const position = `
alter table items add column position text collate "C" check (position ~ '^[0-9A-Za-z]{1,100}$');
insert into meta (key, value) values ('0044-expand-position', '0009-expand-priority');
`;
