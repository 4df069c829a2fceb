import { pino } from 'pino';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import { buildApp } from '../app/app.ts';
import { startNodeSigns } from '../app/node-signs.ts';
import { backupFolderOf } from '../backup/backup-schedule.ts';
import type { BackupSchedule } from '../backup/backup-schedule.ts';
import { ownBuild } from '../config/build-commit.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type ConfiguredDatabase, openConfiguredDatabase } from './open-configured-database.ts';
import { maxClosingMs } from '../http/server/fastify-server.ts';
import { secretFilesIn } from '../config/secret.ts';
import { createShutdown } from './shutdown.ts';
import { StartupFailure, reasonOf } from '@foray/embedded-postgres';
import { checkAddress, listen } from './listen.ts';

// The process: configuration, database, application, address, and a clean stop. Every expected failure ends
// it with one sentence on standard error and exit code 1, or 78 if another start would fail in the same way.

/** How long an interrupted start may take to reach a point where it can be undone. */
const startPatienceMs = 5_000;
/** How long closing may take, once connections without a request have been cut off. */
const closePatienceMs = maxClosingMs + 1_000;
/** EX_CONFIG of sysexits.h, for `RestartPreventExitStatus` in deploy/foray.service. */
const refusedExitCode = 78;
/** npm passes Ctrl-C on to its child, which has already received it from the terminal. */
const doubledSignalMs = 1_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);
const shutdown = createShutdown((error) => complain(`While stopping: ${reasonOf(error)}.`));

let stopping: Promise<void> | null = null;
let stoppingSinceMs = 0;

/** Stops once; `exitCode` of the first caller counts. */
function stop(exitCode: number): Promise<void> {
  stoppingSinceMs ||= performance.now();
  return (stopping ??= Promise.race([starting, delay(startPatienceMs)])
    .then(() => shutdown.run())
    .then(() => process.exit(exitCode)));
}

function fail(error: unknown): void {
  // A start that Ctrl-C interrupts fails in some way, which need not be reported.
  if (stopping === null) {
    complain(error instanceof StartupFailure ? error.message : describeBug(error));
  }
  void stop(isRefused(error) ? refusedExitCode : 1);
}

/** Whether every other start fails too, until somebody changes a setting or puts the secret back. */
function isRefused(error: unknown): boolean {
  return error instanceof StartupFailure && ['config', 'secret'].includes(error.code);
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  await checkAddress(config);
  const opened = await openConfiguredDatabase(config, shutdown, say);
  if (stopping !== null) return;
  void opened.lost.then(fail);
  const logger = createLogger(config);
  for (const { check, setting, text } of opened.warnings) logger.warn({ check, setting }, text);
  const staticDir = fileURLToPath(new URL('../../web/dist', import.meta.url));
  const app = await buildApp({
    config,
    secret: opened.secret,
    previousSecret: opened.previousSecret,
    database: opened.database,
    ...(opened.standbys !== undefined && { standbys: opened.standbys }),
    directAddress: opened.directAddress,
    logger,
    ...scheduleOf(config, opened),
    ...(existsSync(staticDir) ? { staticDir } : {}),
  });
  const node = { id: randomUUID(), ...ownBuild };
  const signs = startNodeSigns(opened.database.kysely, node, logger);
  shutdown.add(2_000, () => signs.stop());
  shutdown.add(closePatienceMs, () => app.close());
  if (stopping !== null) return;
  const address = await listen(app, config);
  const { drainSeconds } = config;
  shutdown.add((drainSeconds + 10) * 1_000, () => app.drain(drainSeconds));
  say(`Foray is ready at ${config.publicUrl ?? address}`);
}

function scheduleOf(
  { backups, secret }: Config,
  { dataDir, directAddress: address, secret: used }: ConfiguredDatabase,
): { backups?: BackupSchedule } {
  const folder = backupFolderOf(backups, dataDir);
  if (backups === null || folder === null) return {};
  const isKept = secret !== null || dataDir === null;
  return {
    backups: {
      ...backups,
      address,
      folder,
      secret: () => (isKept ? { kept: secret } : { files: secretFilesIn(dataDir, used) }),
    },
  };
}

function createLogger({ tuning }: Config): ReturnType<typeof pino> {
  return pino({ level: tuning.logLevel }, pino.destination({ fd: 2, sync: true }));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const isImpatient = performance.now() - stoppingSinceMs > doubledSignalMs;
    // PostgreSQL's keeper stops it whenever this process is gone.
    if (stopping !== null && isImpatient) process.exit(1);
    void stop(0);
  });
}
const starting: Promise<void> = start().catch(fail);
