/**
 * The time at which the session's cookie got another name, if anybody is signed in: the former name is
 * accepted for 30 days from then. The value is a text in UTC, as `toISOString` writes it.
 */
export const cookieName = `
insert into meta (key, value)
select 'cookies_renamed_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
where exists (select from sessions);
insert into meta (key, value) values ('0036-expand-cookie-name', '0009-expand-priority');
`;
