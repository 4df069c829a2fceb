import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { AccountBounds } from './account-config.ts';
import type { CodeNumbers } from './code-numbers.ts';
import { failure, readEnvironment, readVariables } from './environment.ts';
import type { VariableValues } from './environment.ts';
import type { Tuning } from './tuning.ts';

/** The database: the embedded one, or any PostgreSQL 15 or newer by URL. */
export type DatabaseConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'url';
      readonly url: string;
      /**
       * The address past a pooler, for work that needs its own session (migrations); `url` without a pooler.
       */
      readonly directUrl: string;
      /** Whether there is no pooler in between; known only if both addresses are set and equal. */
      readonly isDirect: boolean;
      /** The standbys, which are reached as directly as `url`; none by default. */
      readonly replicaUrls: readonly string[];
    };

/** How people prove their identity (product.md, "Signing in"). */
export type AuthConfig =
  | { readonly mode: 'open' }
  | { readonly mode: 'code'; readonly sms: SmsConfig };

/** How sign-in codes are delivered: into the server's log, or through a service that sends them. */
export type SmsConfig =
  | { readonly kind: 'console' }
  | {
      readonly kind: 'webhook';
      readonly url: string;
      /** The value of the Authorization header; absent for none. */
      readonly authorization?: string;
    };

/** The checked configuration from the environment. Defaults suit a single person's machine. */
export interface Config {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** An absolute path. */
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly auth: AuthConfig;
  /**
   * The origin under which people reach Foray, without a trailing slash; null for the address that the
   * server listens on.
   */
  readonly publicUrl: string | null;
  /** The trusted sources of forwarding headers: none, that many hops, or these addresses and networks. */
  readonly trustProxy: false | number | readonly string[];
  /** Null only with the embedded database, whose data folder then stores a secret. */
  readonly secret: string | null;
  /** The secret that is being replaced; null if there is none, or if the data folder has it. */
  readonly previousSecret: string | null;
  /** The database may have been used under another secret, which is lost. */
  readonly allowsOtherSecret: boolean;
  /** Null for no metrics over HTTP. */
  readonly metricsToken: string | null;
  readonly rateLimits: 'on' | 'off';
  /** The limits of sent sign-in codes while there are few people; they grow with their number. */
  readonly codes: {
    readonly perPrefix: number;
    readonly perDay: number;
    readonly perNetwork: number;
  };
  /** The numbers that get sign-in codes. */
  readonly codeNumbers: CodeNumbers;
  /** The numbers (E.164) of accounts that can invite people. */
  readonly operatorPhones: readonly string[];
  /** The limits of an account. */
  readonly account: AccountBounds;
  /** How long the node still serves after it was told to stop, so that a load balancer notices first. */
  readonly drainSeconds: number;
  /**
   * How often the database is backed up, how many backups are kept, and their folder, an absolute path; null
   * for never.
   */
  readonly backups: {
    /** Null only with the embedded database, for a folder in its data folder. */
    readonly folder: string | null;
    readonly everyHours: number;
    readonly kept: number;
  } | null;
  readonly tuning: Tuning;
}

/**
 * Reads the configuration from environment variables; an empty one counts as absent.
 *
 * @throws {StartupFailure} 'config': one sentence that names the variable and says what to do.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = readEnvironment(env);
  const database = databaseOf(values);
  refuseUnreadCodes(values);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.FORAY_DATA_DIR),
    database,
    auth: authOf(values),
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    ...secretsOf(values, database),
    allowsOtherSecret: values.ALLOW_OTHER_SECRET === 'yes',
    metricsToken: values.METRICS_TOKEN,
    rateLimits: values.RATE_LIMITS,
    codes: {
      perPrefix: values.CODES_PER_PREFIX,
      perDay: values.CODES_PER_DAY,
      perNetwork: values.CODES_PER_NETWORK,
    },
    codeNumbers: { countries: values.CODES_TO_COUNTRIES, kinds: values.CODES_TO_KINDS },
    operatorPhones: values.OPERATOR_PHONES ?? [],
    account: {
      callsPerMinute: values.CALLS_PER_MINUTE,
      callsAtOnce: values.CALLS_AT_ONCE,
      megabytesAtOnce: values.MEGABYTES_AT_ONCE,
      searchesPerMinute: values.SEARCHES_PER_MINUTE,
      searchesAtOnce: values.SEARCHES_AT_ONCE,
      streams: values.STREAMS_PER_ACCOUNT,
      items: values.ITEMS_PER_ACCOUNT,
      megabytes: values.MEGABYTES_PER_ACCOUNT,
    },
    // No proxy stands in front of a single person's server, and Ctrl-C stops it at once.
    drainSeconds: values.DRAIN_SECONDS ?? (database.kind === 'embedded' ? 0 : 5),
    backups: backupsOf(values, database),
    tuning: {
      logLevel: values.LOG_LEVEL,
      connections: values.DATABASE_CONNECTIONS,
      connectionMs: values.CONNECTION_SECONDS,
      statementMs: values.STATEMENT_SECONDS,
      slowMs: values.SLOW_QUERY_MS,
      keepAliveMs: values.KEEP_ALIVE_SECONDS,
      retryAfterSeconds: values.RETRY_AFTER_SECONDS,
    },
  };
}

/** The part of {@link readConfig} that a command beside the server needs: the place of the data. */
export function readDatabaseConfig(
  env: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'dataDir' | 'database'> {
  const values = readVariables(env, [
    'FORAY_DATA_DIR',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_REPLICA_URLS',
  ]);
  return { dataDir: resolve(values.FORAY_DATA_DIR), database: databaseOf(values) };
}

/** Whether only this machine can reach a listening address. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

function databaseOf({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
  DATABASE_REPLICA_URLS: replicaUrls,
}: Pick<
  VariableValues,
  'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URLS'
>): DatabaseConfig {
  if (url !== null) {
    const isDirect = directUrl === url;
    return {
      kind: 'url',
      url,
      directUrl: directUrl ?? url,
      isDirect,
      replicaUrls: replicaUrls ?? [],
    };
  }
  if (directUrl !== null) {
    throw failure('DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or neither');
  }
  if (replicaUrls === null) return { kind: 'embedded' };
  throw failure('DATABASE_REPLICA_URLS is set without DATABASE_URL: set both, or neither');
}

function backupsOf(
  { BACKUP_FOLDER: folder, BACKUP_HOURS: everyHours, BACKUPS_KEPT: kept }: VariableValues,
  { kind }: DatabaseConfig,
): Config['backups'] {
  if (everyHours === null || (folder === null && kind === 'url')) return null;
  return { folder: folder === null ? null : resolve(folder), everyHours, kept };
}

function authOf(values: VariableValues): AuthConfig {
  const { AUTH: mode, HOST: host } = values;
  const sms = smsOf(values);
  if (mode === 'code') {
    if (sms !== null) return { mode, sms };
    throw failure(
      'AUTH=code has no way to send codes: set SMS_WEBHOOK_URL, or SMS=console to write them to the log',
    );
  }
  if (isLoopback(host) || values.ALLOW_OPEN_AUTH === 'yes') return { mode };
  throw failure(
    `AUTH=open lets anyone sign in as anyone, and HOST=${host} can be reached from other machines: set AUTH=code, or ALLOW_OPEN_AUTH=yes if that is wanted`,
  );
}

function smsOf(values: VariableValues): SmsConfig | null {
  const { SMS: sms, SMS_WEBHOOK_URL: url, SMS_WEBHOOK_TOKEN: token } = values;
  if (token !== null && url === null) {
    throw failure('SMS_WEBHOOK_TOKEN is set without SMS_WEBHOOK_URL: set both, or neither');
  }
  if (sms === null) return url === null ? null : webhookOf(url, token);
  if (url === null) return { kind: sms };
  throw failure('Both SMS=console and SMS_WEBHOOK_URL are set: set one of them');
}

/** Fetch takes no address with credentials, so they become a header. */
function webhookOf({ href }: URL, token: string | null): SmsConfig {
  const bare = new URL(href);
  const [user, password] = [bare.username, bare.password].map(decodeURIComponent);
  bare.username = '';
  bare.password = '';
  const { href: url } = bare;
  if (user === '' && password === '') {
    return { kind: 'webhook', url, ...(token !== null && { authorization: `Bearer ${token}` }) };
  }
  if (token === null) {
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    return { kind: 'webhook', url, authorization: `Basic ${credentials}` };
  }
  throw failure(
    'SMS_WEBHOOK_TOKEN is set and SMS_WEBHOOK_URL contains credentials: keep one of the two',
  );
}

function refuseUnreadCodes({ AUTH: mode, SMS: sms, LOG_LEVEL: level }: VariableValues): void {
  if (mode === 'open' || sms === null || ['info', 'debug', 'trace'].includes(level)) return;
  throw failure(
    `LOG_LEVEL=${level} leaves out the codes that SMS=console writes to the log: set it to info`,
  );
}

function secretsOf(
  { FORAY_SECRET: secret, FORAY_SECRET_PREVIOUS: previousSecret }: VariableValues,
  database: DatabaseConfig,
): Pick<Config, 'secret' | 'previousSecret'> {
  if (secret === null && database.kind === 'url') {
    throw failure(
      'FORAY_SECRET is needed with DATABASE_URL, the same for every node: make one with openssl rand -hex 32',
    );
  }
  if (previousSecret !== null && (secret === null || previousSecret === secret)) {
    throw failure(
      'FORAY_SECRET_PREVIOUS is set without another FORAY_SECRET: put the new one into FORAY_SECRET and the one before into FORAY_SECRET_PREVIOUS',
    );
  }
  return { secret, previousSecret };
}
