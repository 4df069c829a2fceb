/**
 * Ends of runs can be deleted once no device needs them (decision 0082).
 *
 * `witness` refers to a user that always exists, so that emptying all tables by way of `users` before
 * loading rows empties it too. The name of this key sorts before that of the other key, which a dump adds
 * to `witness` last.
 */
export const runEnds = `
alter table run_ends add column ended_at timestamptz(3) not null default now();
create index run_ends_age on run_ends (ended_at);

alter table witness add column anchor bigint not null default 1
  constraint witness_anchor_fkey references users (id);
`;
