/**
 * For restored backups (decision 0068). A run is the time between two starts of the database. `witness`
 * says which run it is, and that the tables were not loaded again meanwhile: its row stores the id of the
 * transaction that wrote it. `heads.run` is the run in which a head was last moved, `run_ends` its place at
 * the end of an earlier run, `heads.run_before` the part of these that a position contains, and
 * `users.epoch` the epoch of a user who lost something.
 *
 * The name `witness` sorts after all others, so that a dump loads it last and adds its foreign key last: if
 * both exist, everything else does too.
 */
export const runs = `
create table runs (
  number bigint primary key,
  id text not null unique,
  begun_at timestamptz(3) not null default now()
);
insert into runs (number, id) values (1, left(replace(gen_random_uuid()::text, '-', ''), 16));

create table run_ends (
  user_id bigint not null references users (id),
  run bigint not null references runs (number),
  head bigint not null check (head >= 0),
  primary key (user_id, run)
);

alter table heads add column run bigint not null default 1;
alter table heads add column run_before text not null default '';
alter table users add column epoch text;

create table witness (
  run bigint not null constraint witness_run_fkey references runs (number),
  database_oid oid not null,
  started_at timestamptz not null,
  txid xid8 not null
);
create unique index witness_is_one on witness ((true));
insert into witness (run, database_oid, started_at, txid)
select 1, oid, pg_postmaster_start_time(), pg_current_xact_id()
from pg_database where datname = current_database();
`;
