import { StartupFailure } from '@foray/embedded-postgres';
import { readConfig } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { previousSecretIn, storedSecretIn } from '../config/secret.ts';
import { openDatabase } from '../db/pool/database.ts';
import { cannotUse, checkVersion } from '../doctor/database-checks.ts';
import { examineDatabase, examineSettings } from '../doctor/examine.ts';
import type { CheckName, Finding } from '../doctor/finding.ts';
import type { Secrets } from '../doctor/secret-check.ts';
import { reachDatabase } from './reach-database.ts';

/**
 * Examines the installation that the environment describes, with or without a running server, and changes
 * nothing. Never rejects: whatever prevents a check is a finding. `log` receives remarks on the way to the
 * database.
 */
export async function diagnose(
  env: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
  nowMs: () => number = Date.now,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let reached: CheckName = 'settings';
  try {
    const config = readConfig(env);
    findings.push(...examineSettings(config));
    reached = 'database';
    const { address, folder, stop } = await reachDatabase(env, log);
    const database = openDatabase({ address, isDirect: true, maxConnections: 1 });
    try {
      findings.push(await checkVersion(database.kysely));
      const dataDir = folder?.path ?? null;
      reached = 'secret';
      const secrets = secretsOf(config, dataDir);
      reached = 'database';
      findings.push(...(await examineDatabase({ database, config, secrets, dataDir, nowMs })));
    } finally {
      await database.close();
      await stop();
    }
  } catch (error) {
    const isExpected = error instanceof StartupFailure;
    findings.push(
      isExpected
        ? { check: reached, level: 'fail', setting: null, text: error.message }
        : cannotUse(error),
    );
  }
  return findings;
}

/** The secrets that a start would use, without creating one. */
export function secretsOf(config: Config, dataDir: string | null): Secrets {
  const { secret, previousSecret, allowsOtherSecret: allowsOther } = config;
  if (secret !== null || dataDir === null) return { secret, previousSecret, allowsOther };
  return {
    secret: storedSecretIn(dataDir),
    previousSecret: previousSecretIn(dataDir),
    allowsOther,
  };
}
