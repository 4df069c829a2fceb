import { join } from 'node:path';
import { checkBackup } from '../../backup/check-backup.ts';
import { loadBackup } from '../../backup/load-backup.ts';
import { makeBackup } from '../../backup/make-backup.ts';
import { openDatabase, type Database } from '../../db/pool/database.ts';
import { migrate } from '../../db/upkeep/migrate.ts';
import { loadDump, takeDump, type Dump } from '../../db/testing/dump.ts';
import type { RestoreScene } from './restore-scene.ts';
import type { LossMethod } from './way.ts';

/** The data folder is copied while the database is stopped, and copied back. */
export function folderCopiedBack({ postgres }: RestoreScene): LossMethod {
  let copy = '';
  return {
    backup: async () => void (copy = await postgres.copy()),
    restore: async () => {
      await postgres.stop();
      postgres.putBack(copy);
      await postgres.start();
    },
  };
}

/** A base backup and the archived log, up to a named point. */
export function recoveredToPoint({ postgres }: RestoreScene): LossMethod {
  const archive = postgres.makeFolder('archive');
  const archiving = {
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
    restore_command: `cp ${archive}/%f %p`,
  };
  let copy = '';
  return {
    prepare: async () => void (copy = await postgres.copy(archiving)),
    backup: async () => void (await postgres.query(`select pg_create_restore_point('then')`)),
    restore: async () => {
      await postgres.query('select pg_switch_wal()');
      await postgres.stop();
      postgres.putBack(copy, ['recovery.signal']);
      await postgres.start({
        ...archiving,
        recovery_target_name: 'then',
        recovery_target_action: 'promote',
      });
    },
  };
}

/** A replica that lacks the last commits takes over; `asStandby` runs before it is promoted. */
export function replicaPromoted(
  { postgres }: RestoreScene,
  asStandby: () => Promise<void> = async () => {},
): LossMethod {
  let copy = '';
  return {
    backup: async () => void (copy = await postgres.copy()),
    restore: async () => {
      await postgres.stop();
      postgres.putBack(copy, ['standby.signal']);
      const promoted = postgres.start();
      await postgres.isThere();
      await asStandby();
      await postgres.query('select pg_promote(false)');
      await promoted;
    },
  };
}

/** A backup that `npm run backup` made is restored over the live database. */
export function backupRestored(scene: RestoreScene): LossMethod {
  const file = join(scene.postgres.makeFolder('backups'), 'one.backup');
  const withDatabase = async (work: (database: Database) => Promise<void>): Promise<void> => {
    const address = scene.postgres.connection;
    const database = openDatabase({ address, isDirect: true, maxConnections: 1 });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };
  return {
    backup: () =>
      withDatabase((database) => makeBackup(database.kysely, file, { kept: null }, Date.now())),
    restore: async () => {
      await withDatabase(async (database) => loadBackup(database, file, await checkBackup(file)));
      await scene.grant();
    },
  };
}

/** A dump made with `pg_dump --clean` is loaded into the live database. */
export function dumpLoaded(scene: RestoreScene): LossMethod {
  let dump: Dump;
  return {
    backup: async () => void (dump = await scene.withClient(takeDump)),
    restore: async () => {
      await scene.withClient((client) => loadDump(client, dump));
      await scene.grant();
    },
  };
}

/** A dump is loaded into a new database, which then replaces the old one. */
export function dumpLoadedAside(scene: RestoreScene): LossMethod {
  let dump: Dump;
  return {
    backup: async () => void (dump = await scene.withClient(takeDump)),
    restore: async () => {
      const address = await scene.postgres.createDatabase('loaded');
      const database = openDatabase({ address, maxConnections: 1 });
      await migrate(database);
      await database.close();
      await scene.withClient((client) => loadDump(client, dump), 'loaded');
      await scene.postgres.replaceBy('loaded', 'before_load');
      await scene.postgres.query('drop database before_load');
      await scene.grant();
    },
  };
}
