/**
 * Scripts and styles of the web app under the names that the build gave them, compressed with brotli, with
 * the time when a node last served them as its own: tabs of an earlier or later build ask any node for
 * them.
 */
export const assets = `
create table assets (
  name text primary key,
  content bytea not null,
  seen_at timestamptz(3) not null
);
create index assets_seen on assets (seen_at);
`;
