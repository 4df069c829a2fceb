/**
 * The security events of an account, for its owner, without addresses, numbers or texts. `day` is in UTC.
 * Equal events in one session, or without a session (0), are one row a day.
 */
export const securityEvents = `
create table security_events (
  id bigint generated always as identity,
  user_id bigint not null references users (id),
  kind text not null,
  day date not null,
  session_id bigint not null,
  device text,
  count integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (user_id, kind, day, session_id)
);
create index security_events_user on security_events (user_id, id);
create index security_events_last on security_events (last_at);
`;
