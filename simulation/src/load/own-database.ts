import { ReplicatedPostgres } from '@foray/server/testing/replicated-postgres';
import { randomBytes } from 'node:crypto';
import type { OwnDatabase } from './own-server.ts';

/** Starts a durable PostgreSQL with this many standbys, as an operator would run it. */
export async function startOwnDatabase(standbys: number): Promise<OwnDatabase> {
  const group = await ReplicatedPostgres.start(true);
  await group.addStandbys(standbys);
  const urlOf = ({ host, user, database }: typeof group.connection): string =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const url = urlOf(group.connection);
  return {
    env: {
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: url,
      DATABASE_REPLICA_URLS: group.standbys.map(({ connection }) => urlOf(connection)).join(','),
      FORAY_SECRET: randomBytes(32).toString('hex'),
      DRAIN_SECONDS: '0',
    },
    pids: { primary: group.primary.pid, standbys: group.standbys.map(({ pid }) => pid) },
    stop: () => group.stop(),
  };
}
