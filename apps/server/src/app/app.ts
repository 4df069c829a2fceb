import { maxBatchBytes } from '@foray/domain';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { bytesPerMegabyte } from '../config/account-config.ts';
import type { Config } from '../config/config.ts';
import type { DatabaseAddress } from '../db/pool/address.ts';
import type { Database } from '../db/pool/database.ts';
import { StandbyDatabases } from '../db/pool/standbys.ts';
import { type BackupSchedule } from '../backup/backup-schedule.ts';
import { phoneHashesOf } from './rekey.ts';
import { createInvitations } from '../db/account/invitations.ts';
import { createKnownBrowsers } from '../db/account/known-browsers.ts';
import { hasAccount, isOperator } from '../db/account/operators.ts';
import { isSuspended } from '../db/account/suspensions.ts';
import { createListSecurityEvents } from '../db/account/list-security-events.ts';
import { createAccountExports } from '../export/account-exports.ts';
import { bindItemChanges, bindRoutes } from '../http/server/bind.ts';
import { createStandbyMetrics } from '../db/pool/standby-metrics.ts';
import { createCounters } from '../http/metrics/counters.ts';
import { createDrain } from '../http/server/drain.ts';
import { handleNotFound, logBug } from '../http/wire/errors.ts';
import { addPlugins, createServer } from '../http/server/fastify-server.ts';
import { createLimits } from '../http/limits/limits.ts';
import { withRefusalNotice } from '../http/limits/refusal-notice.ts';
import { exposeMetrics } from '../http/metrics/metrics.ts';
import { createNodeGauges } from '../http/metrics/node-gauges.ts';
import { serveApp } from '../http/assets/static-files.ts';
import { boundUnreadAnswers } from '../http/limits/unread-answers.ts';
import type { WritingLimits } from '../http/limits/unread-answers.ts';
import { deriveKeys } from '../config/keys.ts';
import { createPushSubscriptions } from '../push/push-subscriptions.ts';
import { createPushMessages } from '../push/push-messages.ts';
import { accountHandlers } from '../routes/account.ts';
import { invitationCheck, invitationHandlers } from '../routes/invitations.ts';
import { itemChange, itemHandlers } from '../routes/items.ts';
import { operationHandlers } from '../routes/operation.ts';
import { peopleHandlers } from '../routes/people.ts';
import { waitingForStandbys } from '../routes/ended-sessions.ts';
import { syncHandlers } from '../routes/sync.ts';
import { openAuthority } from './authority.ts';
import { createEntrance } from './entrance.ts';
import { openEvents } from './events.ts';
import { createSignIn } from './sign-in.ts';
import { startUpkeep } from './upkeep.ts';

/** The limit of unread response bytes for an address, in multiples of the limit for an account. */
const accountsAtAddress = 4;

/** The configuration and resources of the application, which its process owns (main.ts, or a test). */
export interface AppOptions {
  readonly config: Pick<
    Config,
    | 'auth'
    | 'publicUrl'
    | 'trustProxy'
    | 'metricsToken'
    | 'rateLimits'
    | 'codes'
    | 'codeNumbers'
    | 'account'
    | 'operatorPhones'
    | 'tuning'
  >;
  /** FORAY_SECRET, or the data folder's. */
  readonly secret: string;
  /**
   * The secret that is being replaced, or null. Its hashes and seals are still valid, and are renewed under
   * the current secret.
   */
  readonly previousSecret?: string | null;
  /** A migrated database, which the application does not close. */
  readonly database: Database;
  /** Its standbys, which the application does not close either. */
  readonly standbys?: readonly Database[];
  /** How old the proof that a standby is in step may be; for tests. */
  readonly standbyLeaseMs?: number;
  /** The address of the same database past a pooler, for LISTEN. Without it no device receives events. */
  readonly directAddress?: DatabaseAddress;
  /** The schedule of backups; without it none are made. */
  readonly backups?: BackupSchedule;
  /** A pino logger; without it nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  /** The built web app; without it only the API is served. */
  readonly staticDir?: string;
  /**
   * The delay of the event loop beyond which requests are refused temporarily; 0 in tests, which share a
   * process.
   */
  readonly maxEventLoopDelayMs?: number;
  /** How long a request may take to arrive; for tests. */
  readonly requestTimeoutMs?: number;
  /** The limit of one address; for tests. */
  readonly requestsPerMinute?: number;
  /** How long a client may take to read a response; for tests. */
  readonly writing?: WritingLimits;
  /** How long requests in progress may take once the application closes; for tests. */
  readonly closingMs?: number;
  /** When the node first tries to take the lease of the clean-up; for tests. */
  readonly firstCleanUpMs?: number;
  /** How often the node checks that the files of its app are still stored; for tests. */
  readonly keepAssetsEveryMs?: number;
  /** The fetch for push services; for tests. */
  readonly post?: typeof fetch;
  /** The current time in milliseconds since 1970; for tests. */
  readonly nowMs?: () => number;
}

/**
 * The application without the process: routes, headers and files over a migrated database. It does not
 * listen; `close` ends its streams and timers and leaves the database open.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database } = options;
  const nowMs = options.nowMs ?? Date.now;
  const keys = deriveKeys(options.secret, options.previousSecret);
  const metrics = createCounters();
  const app = createServer(options, metrics);
  const counters = withRefusalNotice(metrics, app.log, nowMs);
  const drain = createDrain(app);
  app.decorate('drain', drain.run);
  const sealed = { db: database.kysely, keys: keys.push, nowMs };
  const subscriptions = createPushSubscriptions(sealed);
  const push = createPushMessages({
    ...sealed,
    subject: config.publicUrl?.startsWith('https:') ? config.publicUrl : 'mailto:foray@example.com',
    post: options.post ?? fetch,
    onOutcome: counters.push,
  });
  const hashes = phoneHashesOf(keys);
  const standbys =
    options.standbys && new StandbyDatabases(database, options.standbys, options.standbyLeaseMs);
  const { account } = config;
  const authority = await openAuthority(app.log, {
    database,
    standbys,
    hashes,
    account,
    nowMs,
    onAdvanced: (places) => {
      for (const [userId, place] of places) standbys?.hear(userId, place);
      heads?.announce(places);
    },
    onNotified: (written) => void push.send(written),
    onAccountFull: counters.refusal,
  });
  const limits = createLimits({
    db: database.kysely,
    keys: keys.limits,
    nowMs,
    isOn: config.rateLimits === 'on',
    codes: config.codes,
    onRefused: counters.refusal,
    onNear: (near) => {
      app.log.warn(near, 'limit is near');
      counters.near(near);
    },
  });
  const parts = { db: database.kysely, keys, counters, nowMs };
  const method = createSignIn(config, { ...parts, limits, log: app.log });
  const { mode } = method;
  const { sessions, cookies, bounds, guard, heartbeats } = createEntrance(config, {
    ...parts,
    standbys,
    mode,
  });
  const entrance = { guard, ...bounds };
  const { streams, heads } = await openEvents({
    database,
    address: options.directAddress,
    counters,
    heartbeats,
    onPlace: (userId, place) => standbys?.hear(userId, place),
    mostPerUser: account.streams,
  });
  boundUnreadAnswers(app, {
    accountBytes: account.megabytesAtOnce * bytesPerMegabyte,
    addressBytes: accountsAtAddress * account.megabytesAtOnce * bytesPerMegabyte,
    onRefused: counters.refusal,
  });
  await addPlugins(app, options, nowMs, counters);
  const exports = createAccountExports({
    db: database.kysely,
    hashPhone: hashes.hashPhone,
    push: subscriptions,
    limits,
    nowMs,
    onBroken: (error) => logBug(app.log, error),
  });
  const listEvents = createListSecurityEvents(database.kysely);
  const inviting = {
    invitations: createInvitations(database.kysely),
    limits,
    browsers: createKnownBrowsers(database.kysely, keys),
    hasAccount: (phone: string) => hasAccount(database.kysely, phone),
    isOperator: (userId: number) => isOperator(database.kysely, config.operatorPhones, userId),
    nowMs,
  };
  const ownAccount = {
    authority,
    sessions,
    listEvents,
    cookies,
    method,
    exports,
    limits,
    isSuspended: (phone: string) => isSuspended(database.kysely, phone),
    checkInvitation: invitationCheck(inviting),
    isOperator: inviting.isOperator,
    nowMs,
  };
  const ownHandlers = accountHandlers({ ...ownAccount, streams });
  bindRoutes(app, entrance, standbys ? waitingForStandbys(ownHandlers, standbys) : ownHandlers);
  bindRoutes(app, entrance, invitationHandlers(inviting));
  bindRoutes(app, entrance, itemHandlers({ authority, ...bounds }));
  bindItemChanges(app, entrance, itemChange(authority));
  bindRoutes(app, entrance, syncHandlers({ authority, streams, nowMs, counters }), {
    runBatch: maxBatchBytes,
  });
  bindRoutes(app, entrance, peopleHandlers({ authority, limits, mode, push, subscriptions }));
  const isReady = async () =>
    !drain.isLeaving() && heads?.isHearing() !== false && (await database.isReady());
  const { retryAfterSeconds } = config.tuning;
  const operation = { authority, mode, retryAfterSeconds, database, standbys, isReady };
  bindRoutes(app, entrance, operationHandlers(operation));
  if (config.metricsToken !== null) {
    const gauges = createNodeGauges({ streams, heads, isReady });
    // The rules of alerts name them on every node.
    const ofStandbys = standbys?.metrics ?? createStandbyMetrics(() => []).all;
    const all = [...counters.metrics, ...database.metrics, ...ofStandbys, ...gauges];
    exposeMetrics(app, config.metricsToken, all);
  }
  if (options.staticDir === undefined) app.setNotFoundHandler(handleNotFound);
  else await serveApp(app, options.staticDir, database.kysely);

  await startUpkeep(app, options, { authority, keys, counters, nowMs });
  app.addHook('preClose', async () => streams.closeAll());
  const stopListening = database.onSlow((slow) => app.log.warn(slow, 'slow statement'));
  app.addHook('onClose', async () => {
    heads?.close();
    standbys?.close();
    stopListening();
  });
  return app;
}
