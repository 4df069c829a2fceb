import type { ReplicatedPostgres } from '@foray/server/testing/replicated-postgres';

/**
 * Kills, freezes, restarts and delays the databases of a group with two standbys, and promotes one of them.
 * `are` resolves when every node that reads standbys sees them in these states.
 */
export async function troubleDatabases(
  group: ReplicatedPostgres,
  are: (...states: readonly string[]) => Promise<void>,
): Promise<void> {
  const [first, second] = group.standbys;
  if (first === undefined || second === undefined) throw new Error('there are no standbys');
  await first.kill();
  await are('away', 'used');
  await group.startStandby(first);
  await are('used', 'used');
  second.freeze();
  await are('used', 'behind');
  second.thaw();
  await are('used', 'used');
  await group.primary.kill();
  await group.primary.start();
  await are('used', 'used');
  await first.query('select pg_wal_replay_pause()');
  await are('behind', 'used');
  await second.stop();
  await group.startStandby(second);
  await first.query('select pg_wal_replay_resume()');
  await are('used', 'used');
  // A clean stop sends everything to the standbys.
  await group.primary.stop();
  await group.promote(first);
  await are('primary', 'used');
}
