/**
 * So that ends of runs can be deleted when no device counts on them any more (decision 0082).
 *
 * `witness` refers to a user that is always there, and so it is emptied too where an operator empties
 * all tables by way of `users`, before rows are loaded. The name of this key comes before that of the
 * other, which a dump gives `witness` last.
 */
export const runEnds = `
alter table run_ends add column ended_at timestamptz(3) not null default now();
create index run_ends_age on run_ends (ended_at);

alter table witness add column anchor bigint not null default 1
  constraint witness_anchor_fkey references users (id);
`;
