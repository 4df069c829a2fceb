import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { standardAccountBounds } from './account-config.ts';
import type { AccountBounds } from './account-config.ts';
import { readCodeNumbers } from './code-numbers.ts';
import type { CodeNumbers } from './code-numbers.ts';
import { failure, oneOf, readCount, readerOf, webUrl } from './config-values.ts';
import type { GetVariable } from './config-values.ts';
import { readTuning } from './tuning.ts';
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
      /** No pooler is in between; known only if both are set to the same address. */
      readonly isDirect: boolean;
    };

/** How people prove their identity (product.md, "Signing in"). */
export type AuthConfig =
  | { readonly mode: 'open' }
  | { readonly mode: 'code'; readonly sms: SmsConfig };

/** The way of sign-in codes: into the server's log, or through a service that sends them. */
export type SmsConfig =
  | { readonly kind: 'console' }
  | { readonly kind: 'webhook'; readonly url: string };

/** The checked configuration from the environment. Defaults suit a single person's machine. */
export interface Config {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly auth: AuthConfig;
  /**
   * The origin under which people reach Foray, without a slash at the end; null: the address it listens on.
   */
  readonly publicUrl: string | null;
  /** The trusted sources of forwarding headers: none, that many hops, or these addresses and networks. */
  readonly trustProxy: false | number | readonly string[];
  /** Null only with the embedded database, whose data folder then keeps one. */
  readonly secret: string | null;
  /** The secret that is being replaced; null if none is, or if the data folder has it. */
  readonly previousSecret: string | null;
  /** Null: there are no metrics over HTTP. */
  readonly metricsToken: string | null;
  readonly rateLimits: 'on' | 'off';
  /** The bounds of sent sign-in codes while there are few people; they grow with more. */
  readonly codes: { readonly perPrefix: number; readonly perDay: number };
  /** The numbers that get sign-in codes. */
  readonly codeNumbers: CodeNumbers;
  /** The bounds of an account. */
  readonly account: AccountBounds;
  /** How long the node serves after the order to stop, so that a load balancer notices first. */
  readonly drainSeconds: number;
  /** How often the embedded database is backed up, and how many backups are kept; null: never. */
  readonly backups: { readonly everyHours: number; readonly kept: number } | null;
  readonly tuning: Tuning;
}

const minSecretChars = 32;
/** A supervisor waits 90 s before it kills a server (deploy). */
const mostDrainSeconds = 60;

/**
 * Reads the configuration from environment variables; an empty one counts as absent.
 *
 * @throws {StartupFailure} 'config': one sentence that names the variable and says what to do.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const get = readerOf(env);
  const bound = (name: string, of: keyof AccountBounds): number =>
    readCount(name, get(name) ?? String(standardAccountBounds[of]));
  const host = get('HOST') ?? '127.0.0.1';
  const { database, dataDir } = readDatabaseConfig(env);
  const auth = readAuth(get, host);
  const tuning = readTuning(get);
  refuseUnreadCodes(auth, tuning);
  return {
    port: readPort(get('PORT') ?? '3000'),
    host,
    dataDir,
    database,
    auth,
    publicUrl: readPublicUrl(get('PUBLIC_URL')),
    trustProxy: readTrustProxy(get('TRUST_PROXY')),
    secret: readSecret(get('FORAY_SECRET'), database),
    previousSecret: readPreviousSecret(get('FORAY_SECRET_PREVIOUS'), get('FORAY_SECRET')),
    metricsToken: readMetricsToken(get('METRICS_TOKEN')),
    rateLimits: oneOf('RATE_LIMITS', get('RATE_LIMITS') ?? 'on', ['on', 'off']),
    codes: {
      perPrefix: readCount('CODES_PER_PREFIX', get('CODES_PER_PREFIX') ?? '60'),
      perDay: readCount('CODES_PER_DAY', get('CODES_PER_DAY') ?? '2000'),
    },
    codeNumbers: readCodeNumbers(get),
    account: {
      callsPerMinute: bound('CALLS_PER_MINUTE', 'callsPerMinute'),
      callsAtOnce: bound('CALLS_AT_ONCE', 'callsAtOnce'),
      megabytesAtOnce: bound('MEGABYTES_AT_ONCE', 'megabytesAtOnce'),
      searchesPerMinute: bound('SEARCHES_PER_MINUTE', 'searchesPerMinute'),
      searchesAtOnce: bound('SEARCHES_AT_ONCE', 'searchesAtOnce'),
      streams: bound('STREAMS_PER_ACCOUNT', 'streams'),
      items: bound('ITEMS_PER_ACCOUNT', 'items'),
      megabytes: bound('MEGABYTES_PER_ACCOUNT', 'megabytes'),
    },
    drainSeconds: readDrain(get('DRAIN_SECONDS'), database),
    backups: readBackups(get, database),
    tuning,
  };
}

/** The part of {@link readConfig} that a command beside the server needs: the place of the data. */
export function readDatabaseConfig(
  env: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'dataDir' | 'database'> {
  const get = readerOf(env);
  return {
    dataDir: resolve(get('FORAY_DATA_DIR') ?? 'data'),
    database: readDatabase(get('DATABASE_URL'), get('DATABASE_DIRECT_URL')),
  };
}

/** Whether only this machine can reach a listening address. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= 65_535) return port;
  throw failure(`PORT is '${text}': set it to a number from 1 to 65535`);
}

function readBackups(get: GetVariable, database: DatabaseConfig): Config['backups'] {
  const hours = get('BACKUP_HOURS') ?? '24';
  const kept = readCount('BACKUPS_KEPT', get('BACKUPS_KEPT') ?? '7');
  if (hours === 'off') return null;
  const everyHours = readCount('BACKUP_HOURS', hours);
  return database.kind === 'embedded' ? { everyHours, kept } : null;
}

/** Nothing stands before the server of a single person's machine, and Ctrl-C ends it at once. */
function readDrain(text: string | null, { kind }: DatabaseConfig): number {
  if (text === null) return kind === 'embedded' ? 0 : 5;
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : mostDrainSeconds + 1;
  if (seconds <= mostDrainSeconds) return seconds;
  throw failure(
    `DRAIN_SECONDS is '${text}': set it to a whole number from 0 to ${mostDrainSeconds}`,
  );
}

function readDatabase(url: string | null, directUrl: string | null): DatabaseConfig {
  if (url === null) {
    if (directUrl === null) return { kind: 'embedded' };
    throw failure('DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or neither');
  }
  for (const [name, value] of Object.entries({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
  })) {
    // The value itself may contain a password and is not repeated.
    if (value !== null && !/^postgres(ql)?:\/\/.+/.test(value)) {
      throw failure(
        `${name} is no address of a PostgreSQL: write postgres://user:password@host/name`,
      );
    }
  }
  return { kind: 'url', url, directUrl: directUrl ?? url, isDirect: directUrl === url };
}

function readAuth(get: GetVariable, host: string): AuthConfig {
  const allowOpen = oneOf('ALLOW_OPEN_AUTH', get('ALLOW_OPEN_AUTH') ?? 'no', ['yes', 'no']);
  const mode = oneOf('AUTH', get('AUTH') ?? 'open', ['open', 'code']);
  const sms = readSms(get('SMS'), get('SMS_WEBHOOK_URL'));
  if (mode === 'code') {
    if (sms !== null) return { mode, sms };
    throw failure(
      'AUTH=code has no way to send codes: set SMS_WEBHOOK_URL, or SMS=console to write them to the log',
    );
  }
  if (isLoopback(host) || allowOpen === 'yes') return { mode };
  throw failure(
    `AUTH=open lets anyone sign in as anyone, and HOST=${host} can be reached from other machines: set AUTH=code, or ALLOW_OPEN_AUTH=yes if that is wanted`,
  );
}

function refuseUnreadCodes(auth: AuthConfig, { logLevel }: Tuning): void {
  const isLogged = auth.mode === 'code' && auth.sms.kind === 'console';
  if (!isLogged || ['info', 'debug', 'trace'].includes(logLevel)) return;
  throw failure(
    `LOG_LEVEL=${logLevel} leaves out the codes that SMS=console writes to the log: set it to info`,
  );
}

function readSms(sms: string | null, webhookUrl: string | null): SmsConfig | null {
  if (sms !== null) {
    oneOf('SMS', sms, ['console']);
    if (webhookUrl === null) return { kind: 'console' };
    throw failure('Both SMS=console and SMS_WEBHOOK_URL are set: set one of them');
  }
  if (webhookUrl === null) return null;
  return { kind: 'webhook', url: webUrl('SMS_WEBHOOK_URL', webhookUrl).href };
}

function readPublicUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = webUrl('PUBLIC_URL', text);
  if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
  throw failure(
    `PUBLIC_URL is '${text}': Foray lives at the root of a name, so leave the path away`,
  );
}

function readTrustProxy(text: string | null): Config['trustProxy'] {
  if (text === null || text === 'no') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  const named = ['loopback', 'linklocal', 'uniquelocal'];
  const isNetwork = (entry: string): boolean => {
    const [address = '', bits, ...rest] = entry.split('/');
    return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d+$/.test(bits));
  };
  if (entries.every((entry) => named.includes(entry) || isNetwork(entry))) return entries;
  throw failure(
    `TRUST_PROXY is '${text}': set it to the number of proxies in front, or to their addresses separated by commas`,
  );
}

function readSecret(text: string | null, database: DatabaseConfig): string | null {
  refuseShort('FORAY_SECRET', text);
  if (text === null && database.kind === 'url') {
    throw failure(
      'FORAY_SECRET is needed with DATABASE_URL, the same for every node: make one with openssl rand -hex 32',
    );
  }
  return text;
}

function readPreviousSecret(text: string | null, secret: string | null): string | null {
  refuseShort('FORAY_SECRET_PREVIOUS', text);
  if (text === null || (secret !== null && text !== secret)) return text;
  throw failure(
    'FORAY_SECRET_PREVIOUS is set without another FORAY_SECRET: put the new one into FORAY_SECRET and the one before into FORAY_SECRET_PREVIOUS',
  );
}

function refuseShort(name: string, secret: string | null): void {
  if (secret === null || secret.length >= minSecretChars) return;
  throw failure(
    `${name} is shorter than ${minSecretChars} characters: make one with openssl rand -hex 32`,
  );
}

function readMetricsToken(text: string | null): string | null {
  if (text === null || text.length >= 16) return text;
  throw failure('METRICS_TOKEN is shorter than 16 characters: make one with openssl rand -hex 16');
}
