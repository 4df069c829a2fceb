/**
 * Who has blocked whom, and what people have reported to the operator. A report keeps the ids alone of those
 * whom it is about, so that it stays when their accounts end.
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
