import { openDatabase } from '../db/pool/database.ts';
import { migrate } from '../db/upkeep/migrate.ts';
import {
  loadAsOlderRelease,
  loadData,
  loadDump,
  loadDumpInPieces,
  migratedTables,
  takeDump,
} from '../db/testing/dump.ts';
import type { Dump } from '../db/testing/dump.ts';
import { TestClient, freshPhone } from '../http/testing/test-client.ts';
import { RestoredDevice } from './testing/device.ts';
import { RestoreScene } from './testing/restore-scene.ts';
import { backupRestored, dumpLoaded, dumpLoadedAside } from './testing/ways.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// A dump is loaded, or a copy made within the same server replaces the database.

let dump: Dump;
const scene = await sharedInFile(RestoreScene.start());

const backup = async (): Promise<void> => void (dump = await scene.withClient(takeDump));
const load = (): Promise<void> => scene.withClient((client) => loadDump(client, dump));

describe('the loss of data that a device received is detected', () => {
  test('[RESTORE-01] after a dump was loaded into the live database', () =>
    scene.loseAndFind(dumpLoaded(scene)));

  test('[RESTORE-01] [BACKUP-04] after a backup was restored over the live database', () =>
    scene.loseAndFind(backupRestored(scene)));

  test('[RESTORE-01] after the same dump was loaded twice, and then a later dump of the result @full', async () => {
    const [first, second] = scene.nodes;
    const between: RestoredDevice[] = [];
    const writeAndLose = async (title: string): Promise<void> => {
      const device = await RestoredDevice.signIn(first);
      await device.create(title);
      between.push(device);
    };
    await scene.loseAndFind({
      backup,
      restore: async () => {
        await load();
        await scene.grant();
        await writeAndLose('between');
        await load();
        await scene.grant();
      },
    });
    await scene.loseAndFind({
      backup,
      restore: async () => {
        await writeAndLose('after the dump of what it became');
        await load();
        await scene.grant();
      },
    });
    for (const device of between) {
      await device.signInAgain();
      device.use(second);
      expect((await device.ask('GET', '/api/me')).status).toBe(409);
    }
  });

  test('[RESTORE-01] after a dump was loaded into a new database that replaced the old one', () =>
    scene.loseAndFind(dumpLoadedAside(scene)));

  test('[RESTORE-01] after a copy made as a template replaced it @full', async () => {
    await scene.loseAndFind({
      backup: () => scene.postgres.copyDatabase('copied'),
      restore: () => scene.postgres.replaceBy('copied', 'before_copy'),
    });
  });

  test('[RESTORE-01] after a database that had been set aside was put back @full', async () => {
    await scene.loseAndFind({
      backup: async () => {
        await scene.postgres.copyDatabase('other');
        await scene.postgres.replaceBy('other', 'aside');
      },
      restore: () => scene.postgres.replaceBy('aside', 'other'),
    });
  });

  test('[RESTORE-01] after only some tables were restored, once the operator has renamed the runs', async () => {
    await scene.loseAndFind({
      knowsNoRuns: true,
      backup,
      restore: async () => {
        await scene.withClient((client) =>
          loadData(client, dump, 'truncate heads, items cascade', async () => {}),
        );
        await scene.postgres.query('update runs set id = left(md5(random()::text), 16)');
      },
    });
  });

  test('[RESTORE-01] after a dump of the last release was loaded, and migrated by a starting node', async () => {
    await scene.loseAndFind({
      knowsNoRuns: true,
      backup,
      restore: async () => {
        await scene.postgres.createDatabase('older');
        await scene.withClient((client) => loadAsOlderRelease(client, dump, 3), 'older');
        await scene.postgres.replaceBy('older', 'before_older');
        await scene.grant();
        const statuses = await statusesOfAll(new TestClient(scene.nodes[0]));
        expect([...statuses]).toEqual([503]);
        const database = openDatabase({ address: scene.postgres.connection, maxConnections: 1 });
        await migrate(database);
        await database.close();
        await scene.grant();
      },
    });
  });
});

/** The statuses of every node's responses to a signed-in user, and to a new one. */
async function statusesOfAll({ cookies }: TestClient): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>();
  for (const app of scene.nodes) {
    const client = new TestClient(app);
    for (const [name, value] of cookies) client.cookies.set(name, value);
    if (cookies.has('foray_session')) {
      statuses.add((await client.get('/api/me')).status);
      statuses.add((await client.get('/api/sessions')).status);
      statuses.add((await client.post('/api/items', { type: 'todo', title: 'x' })).status);
    }
    const newcomer = new TestClient(app);
    await newcomer.get('/csrf-cookie');
    const signIn = { phone: freshPhone(), name: 'Ada' };
    statuses.add((await newcomer.post('/api/login', signIn)).status);
  }
  return statuses;
}

describe('no user is served, and no user is signed out, while a dump is loaded', () => {
  const all = (): string => `truncate ${migratedTables(dump).join()}`;
  type Between = () => Promise<void>;
  const ways: Readonly<Record<string, (between: Between) => Promise<void>>> = {
    'one table after the other': (between) =>
      scene.withClient((client) => loadDumpInPieces(client, dump, 'serial', between)),
    'in several jobs': (between) =>
      scene.withClient((client) => loadDumpInPieces(client, dump, 'parallel', between)),
    'without its schema, into emptied tables': (between) =>
      scene.withClient((client) => loadData(client, dump, all(), between)),
    'without its schema, into tables that were emptied by way of users': (between) =>
      scene.withClient((client) => loadData(client, dump, 'truncate users cascade', between)),
  };
  test.each(Object.entries(ways))('[RESTORE-01] [RESTORE-04] %s', async (_way, restore) => {
    const someone = new TestClient(scene.nodes[0]);
    await someone.signIn();
    const statuses = new Set<number>();
    await scene.loseAndFind({
      backup,
      restore: () =>
        restore(async () => {
          for (const status of await statusesOfAll(someone)) statuses.add(status);
        }),
    });
    expect([...statuses]).toEqual([503]);
    expect((await someone.get('/api/me')).status).toBe(200);
  });
});
