/** Running nodes, each with its version and its last sign of life; nodes up to 0.4.0 have no row. */
export const nodes = `
create table nodes (
  id uuid primary key,
  version text not null,
  build text not null,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null
);
create index nodes_seen on nodes (seen_at);
insert into meta (key, value) values ('0042-expand-nodes', '0009-expand-priority');
`;
