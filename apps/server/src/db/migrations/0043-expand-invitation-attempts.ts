/**
 * The hash of the name that a browser gave to its sign-in by an invitation, with which the same browser can
 * repeat it if the answer was lost.
 */
export const invitationAttempts = `
alter table invitations add column attempt_hash bytea;
insert into meta (key, value) values ('0043-expand-invitation-attempts', '0009-expand-priority');
`;
