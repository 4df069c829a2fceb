/**
 * Blocks between people, and reports to the operator. A report has only the ids of both people, so that it
 * outlives their accounts.
 */
export const blocks = `
create table blocks (
  user_id bigint not null references users (id),
  blocked_id bigint not null references users (id),
  created_at timestamptz(3) not null,
  primary key (user_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

create table reports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  reported_id bigint not null references users (id),
  reason text not null check (reason in ('spam', 'harassment', 'impersonation', 'other')),
  text text not null,
  created_at timestamptz(3) not null,
  done_at timestamptz(3)
);
`;
