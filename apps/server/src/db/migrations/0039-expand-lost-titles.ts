/**
 * The title of an item whose sight a notification says is lost, as it was then. An earlier node writes none,
 * and its rows of this kind name no campaign, so that it never joins one of this release.
 */
export const lostTitles = `
alter table notifications add column item_title text;
insert into meta (key, value) values ('0039-expand-lost-titles', '0009-expand-priority');
`;
