import type { Config } from '../config/config.ts';
import type { Database } from '../db/pool/database.ts';
import { readSecretMark } from '../db/upkeep/secret-mark.ts';
import { ownBuild } from '../config/build-commit.ts';
import { checkBackups } from './backup-check.ts';
import { checkClock, checkPooler } from './database-checks.ts';
import type { Finding } from './finding.ts';
import { checkNodes } from './nodes-check.ts';
import { checkReplicas } from './replica-check.ts';
import { checkSecret } from './secret-check.ts';
import type { Secrets } from './secret-check.ts';
import { checkCodes, checkProxy } from './settings-checks.ts';

/** The checks of settings, which need no database. */
export function examineSettings(config: Config): readonly Finding[] {
  return [checkProxy(config), checkCodes(config)];
}

/** The installation around a database, which is reached past any pooler. */
export interface Installation {
  readonly database: Database;
  readonly config: Config;
  readonly secrets: Secrets;
  /** The folder of the embedded database; null with DATABASE_URL. */
  readonly dataDir: string | null;
  readonly nowMs: () => number;
}

/** The checks of a database that answers; they change nothing. */
export async function examineDatabase(installation: Installation): Promise<readonly Finding[]> {
  const { database, config, secrets, dataDir, nowMs } = installation;
  const db = database.kysely;
  return [
    checkSecret(await readSecretMark(db), secrets),
    await checkClock(db, nowMs),
    await checkPooler(database, config.database),
    ...(await checkReplicas(db, config.database)),
    await checkNodes(db, ownBuild, dataDir !== null),
    await checkBackups(db, { backups: config.backups, dataDir }, nowMs()),
  ];
}
