import { StartupFailure } from '@foray/embedded-postgres';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openAuthority } from '../app/authority.ts';
import { phoneHashesOf } from '../app/rekey.ts';
import { readConfig } from '../config/config.ts';
import { deriveKeys } from '../config/keys.ts';
import { noteAct } from '../db/account/operator-log.ts';
import { payloadsOf, sendPayload } from '../db/pool/head-channel.ts';
import { inKnownRun } from '../db/pool/known-run.ts';
import { readSecretMark } from '../db/upkeep/secret-mark.ts';
import { sentenceOf } from '../doctor/finding.ts';
import { checkSecret } from '../doctor/secret-check.ts';
import type { ActOn } from '../operator/acts.ts';
import type { CommandScene } from './command.ts';
import { secretsOf } from './doctor-command.ts';

/**
 * Erases an account as its owner's own deletion does (decision 0035), and tells all nodes. The log has
 * that it began before anything is erased, and that it is over in the transaction that ends the account. An
 * interrupted erasure can be repeated.
 * @throws {StartupFailure} 'secret' if the database is kept under another secret: the number could not be found
 *   in the lists of others.
 */
export async function erasePerson(
  { database, folder, env }: CommandScene,
  { userId, at }: ActOn,
): Promise<void> {
  const config = readConfig(env);
  const { kysely: db } = database;
  const secrets = secretsOf(config, folder?.path ?? null);
  const finding = checkSecret(await readSecretMark(db), secrets);
  if (finding.level === 'fail' || secrets.secret === null) {
    throw new StartupFailure('secret', sentenceOf(finding));
  }
  const announcements: string[] = [];
  const authority = await openAuthority(pino({ level: 'silent' }), {
    database,
    hashes: phoneHashesOf(deriveKeys(secrets.secret, secrets.previousSecret)),
    account: config.account,
    nowMs: () => Date.parse(at),
    onEnd: (tx) => noteAct(tx, { at, kind: 'erased', userId }),
    onAdvanced: (places) => announcements.push(...payloadsOf(places)),
    onAccountFull: () => undefined,
  });
  const { rows } = await sql<{ readonly life: number }>`
    select life from heads where user_id = ${userId}`.execute(db);
  await inKnownRun(db, (tx) => noteAct(tx, { at, kind: 'erasing', userId }));
  await authority.deleteAccount({ userId, accountGeneration: rows[0]?.life ?? 0 });
  for (const payload of announcements) await sendPayload(db, payload);
}
