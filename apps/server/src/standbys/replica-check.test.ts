import { readConfig } from '../config/config.ts';
import { checkReplicas } from '../doctor/replica-check.ts';
import { startTestDatabase } from '../db/testing/test-database.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';
import { StandbyScene } from './testing/standby-scene.ts';

const scene = await sharedInFile(StandbyScene.start());
const elsewhere = await sharedInFile(startTestDatabase());

const urlOf = ({ host, database, user }: { host: string; database: string; user: string }) =>
  `postgres://${user}@${encodeURIComponent(host)}/${database}`;

/** The findings about these standbys, read by a plain user of the primary. */
async function found(...urls: readonly string[]) {
  const { database: config } = readConfig({
    DATABASE_URL: 'postgres://db/foray',
    DATABASE_REPLICA_URLS: urls.join(','),
    FORAY_SECRET: 's'.repeat(32),
  });
  const findings = await checkReplicas(scene.open().kysely, config);
  return findings.map(({ check, level, setting, text }) => {
    expect([check, setting]).toEqual(['replicas', 'DATABASE_REPLICA_URLS']);
    return `${level} ${text}`;
  });
}

test('[SCALE-06] the doctor says of each standby whether it can be read, and repeats no address', async () => {
  const [first, second] = scene.group.standbys.map(({ connection }) => urlOf(connection));
  if (first === undefined || second === undefined) throw new Error('there are no standbys');
  await scene.group.standbys[1]?.query('select pg_wal_replay_pause()');
  await scene.group.primary.query('create table anything ()');
  expect(
    await found(
      first,
      second,
      urlOf(scene.group.primary.connection),
      urlOf(elsewhere.address),
      urlOf({ ...scene.group.connection, host: '/nowhere' }),
    ),
  ).toEqual([
    'ok Standby 1 answers, and is in step.',
    expect.stringMatching(/^warn Standby 2 is more than 5 s behind/),
    expect.stringMatching(/^warn Standby 3 takes writes/),
    expect.stringMatching(/^warn Standby 4 takes writes/),
    expect.stringMatching(/^warn Standby 5 cannot be reached \(/),
  ]);
});

test('[SCALE-06] without standbys there is nothing to say', async () => {
  expect(await found()).toEqual([]);
});
