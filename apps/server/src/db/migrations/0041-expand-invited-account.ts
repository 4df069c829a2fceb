/**
 * The account that an invitation signs in to: the one that had the number when the invitation was made. An
 * earlier invitation has none, and so opens new accounts only.
 */
export const invitedAccount = `
alter table invitations add column opens_account bigint references users (id);
insert into meta (key, value) values ('0041-expand-invited-account', '0009-expand-priority');
`;
