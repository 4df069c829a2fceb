import { standardAccountBounds } from './account-config.ts';
import { standardCodeNumbers } from './code-numbers.ts';
import { isLoopback, readConfig } from './config.ts';
import { StartupFailure } from '@foray/embedded-postgres';
import { standardTuning } from './tuning.ts';

const secret = 's'.repeat(32);
const remote = { DATABASE_URL: 'postgres://foray@db/foray', FORAY_SECRET: secret };

test('an empty environment suits a machine of your own', () => {
  expect(readConfig({ PORT: '' })).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: `${process.cwd()}/data`,
    database: { kind: 'embedded' },
    auth: { mode: 'open' },
    publicUrl: null,
    trustProxy: false,
    secret: null,
    previousSecret: null,
    allowsOtherSecret: false,
    metricsToken: null,
    rateLimits: 'on',
    codes: { perPrefix: 60, perDay: 2_000, perNetwork: 240 },
    codeNumbers: standardCodeNumbers,
    account: standardAccountBounds,
    operatorPhones: [],
    drainSeconds: 0,
    backups: { folder: null, everyHours: 24, kept: 7 },
    tuning: standardTuning,
  });
});

test('[BACKUP-08] backups of the embedded database can be made less often, kept longer, or switched off', () => {
  const backups = (env: Record<string, string>) => readConfig(env).backups;
  expect(backups({ BACKUP_HOURS: '6', BACKUPS_KEPT: '30' })).toEqual({
    folder: null,
    everyHours: 6,
    kept: 30,
  });
  expect(backups({ BACKUP_HOURS: 'off' })).toBeNull();
});

test('[BACKUP-09] a database of the operator is backed up if there is a folder for it', () => {
  const backups = (env: Record<string, string>) => readConfig({ ...remote, ...env }).backups;
  expect(backups({})).toBeNull();
  const BACKUP_FOLDER = '/backups';
  expect(backups({ BACKUP_FOLDER })).toEqual({ folder: '/backups', everyHours: 24, kept: 7 });
  expect(backups({ BACKUP_FOLDER, BACKUP_HOURS: 'off' })).toBeNull();
  expect(readConfig({ BACKUP_FOLDER: 'mine' }).backups?.folder).toBe(`${process.cwd()}/mine`);
});

test('every setting can be set', () => {
  const config = readConfig({
    ...remote,
    PORT: '8080',
    HOST: '0.0.0.0',
    FORAY_DATA_DIR: '/srv/foray',
    DATABASE_DIRECT_URL: 'postgresql://foray@direct/foray',
    DATABASE_REPLICA_URLS: 'postgres://one/foray, postgres://two/foray',
    AUTH: 'code',
    SMS_WEBHOOK_URL: 'https://sms.example/send',
    SMS_WEBHOOK_TOKEN: 'a token',
    PUBLIC_URL: 'https://foray.example/',
    TRUST_PROXY: '10.0.0.0/8, loopback',
    METRICS_TOKEN: 'm'.repeat(16),
    RATE_LIMITS: 'off',
    FORAY_SECRET_PREVIOUS: 'p'.repeat(32),
    ALLOW_OTHER_SECRET: 'yes',
    CODES_PER_PREFIX: '200',
    CODES_PER_DAY: '50000',
    CODES_PER_NETWORK: '900',
    OPERATOR_PHONES: '+49 151 12345678, +15550100000',
    CODES_TO_COUNTRIES: 'DE,AT',
    CODES_TO_KINDS: 'mobile,landline',
    CALLS_PER_MINUTE: '600',
    CALLS_AT_ONCE: '8',
    MEGABYTES_AT_ONCE: '2',
    SEARCHES_PER_MINUTE: '30',
    SEARCHES_AT_ONCE: '2',
    STREAMS_PER_ACCOUNT: '5',
    ITEMS_PER_ACCOUNT: '1000',
    MEGABYTES_PER_ACCOUNT: '10',
    DRAIN_SECONDS: '30',
    LOG_LEVEL: 'error',
    DATABASE_CONNECTIONS: '40',
    CONNECTION_SECONDS: '3',
    STATEMENT_SECONDS: '20',
    SLOW_QUERY_MS: '200',
    KEEP_ALIVE_SECONDS: '620',
    RETRY_AFTER_SECONDS: '10',
  });
  expect(config).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/foray',
    database: {
      kind: 'url',
      url: remote.DATABASE_URL,
      directUrl: 'postgresql://foray@direct/foray',
      isDirect: false,
      replicaUrls: ['postgres://one/foray', 'postgres://two/foray'],
    },
    auth: {
      mode: 'code',
      sms: {
        kind: 'webhook',
        url: 'https://sms.example/send',
        authorization: 'Bearer a token',
      },
    },
    publicUrl: 'https://foray.example',
    trustProxy: ['10.0.0.0/8', 'loopback'],
    secret,
    previousSecret: 'p'.repeat(32),
    allowsOtherSecret: true,
    metricsToken: 'm'.repeat(16),
    rateLimits: 'off',
    codes: { perPrefix: 200, perDay: 50_000, perNetwork: 900 },
    operatorPhones: ['+4915112345678', '+15550100000'],
    codeNumbers: {
      countries: ['DE', 'AT'],
      kinds: ['mobile', 'landline'],
    },
    account: {
      callsPerMinute: 600,
      callsAtOnce: 8,
      megabytesAtOnce: 2,
      searchesPerMinute: 30,
      searchesAtOnce: 2,
      streams: 5,
      items: 1_000,
      megabytes: 10,
    },
    drainSeconds: 30,
    backups: null,
    tuning: {
      logLevel: 'error',
      connections: 40,
      connectionMs: 3_000,
      statementMs: 20_000,
      slowMs: 200,
      keepAliveMs: 620_000,
      retryAfterSeconds: 10,
    },
  });
});

test('slow statements need not be logged', () => {
  expect(readConfig({ SLOW_QUERY_MS: 'off' }).tuning.slowMs).toBeNull();
});

test.each([
  ['may have a pooler in front', undefined, false],
  ['has none if both addresses are the same', remote.DATABASE_URL, true],
])('a database given by URL %s', (_what, DATABASE_DIRECT_URL, isDirect) => {
  const config = readConfig({ ...remote, ...(DATABASE_DIRECT_URL && { DATABASE_DIRECT_URL }) });
  expect(config.database).toMatchObject({ directUrl: remote.DATABASE_URL, isDirect });
});

test('codes can go to the log, and open sign-in to the network, if the configuration says so', () => {
  expect(readConfig({ AUTH: 'code', SMS: 'console' }).auth).toEqual({
    mode: 'code',
    sms: { kind: 'console' },
  });
  expect(readConfig({ HOST: '0.0.0.0', ALLOW_OPEN_AUTH: 'yes' }).auth).toEqual({ mode: 'open' });
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(readConfig({ TRUST_PROXY: 'no' }).trustProxy).toBe(false);
});

describe('an invalid configuration is refused in one sentence that names the variable', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a port that is none', { PORT: 'http' }, 'PORT'],
    ['a port too high', { PORT: '65536' }, 'PORT'],
    ['backups that are never made', { BACKUP_HOURS: '0' }, 'BACKUP_HOURS'],
    ['backups of which none stays', { BACKUPS_KEPT: '0' }, 'BACKUPS_KEPT'],
    ['an endless drain', { DRAIN_SECONDS: '61' }, 'DRAIN_SECONDS'],
    ['a negative drain', { DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS'],
    ['open sign-in on every address', { HOST: '0.0.0.0' }, 'ALLOW_OPEN_AUTH=yes'],
    ['open sign-in on one address', { HOST: '192.168.1.2' }, 'ALLOW_OPEN_AUTH=yes'],
    ['a half yes', { HOST: '0.0.0.0', ALLOW_OPEN_AUTH: 'true' }, 'ALLOW_OPEN_AUTH'],
    ['an unknown way to sign in', { AUTH: 'none' }, 'AUTH'],
    ['codes without a way to send them', { AUTH: 'code' }, 'SMS_WEBHOOK_URL'],
    ['an unknown way to send', { AUTH: 'code', SMS: 'pigeon' }, 'SMS'],
    ['two ways to send', { SMS: 'console', SMS_WEBHOOK_URL: 'https://a.example' }, 'SMS'],
    ['a webhook that is no address', { SMS_WEBHOOK_URL: 'sms' }, 'SMS_WEBHOOK_URL'],
    ['a token without a webhook', { SMS_WEBHOOK_TOKEN: 'token' }, 'SMS_WEBHOOK_TOKEN'],
    [
      'a token and credentials',
      { SMS_WEBHOOK_TOKEN: 'token', SMS_WEBHOOK_URL: 'https://u:p@a.example' },
      'SMS_WEBHOOK_TOKEN',
    ],
    ['half a credential', { SMS_WEBHOOK_URL: 'https://u:100%@a.example' }, 'SMS_WEBHOOK_URL'],
    ['a database without a secret', { DATABASE_URL: 'postgres://db/foray' }, 'FORAY_SECRET'],
    ['a weak secret', { FORAY_SECRET: 'short' }, 'FORAY_SECRET'],
    ['a weak previous secret', { FORAY_SECRET_PREVIOUS: 'short' }, 'FORAY_SECRET_PREVIOUS'],
    ['a previous secret alone', { FORAY_SECRET_PREVIOUS: secret }, 'FORAY_SECRET_PREVIOUS'],
    [
      'a secret that is its own previous one',
      { FORAY_SECRET: secret, FORAY_SECRET_PREVIOUS: secret },
      'FORAY_SECRET_PREVIOUS',
    ],
    ['another database', { DATABASE_URL: 'mysql://db', FORAY_SECRET: secret }, 'DATABASE_URL'],
    ['a direct way to nowhere', { DATABASE_DIRECT_URL: 'postgres://db/x' }, 'DATABASE_DIRECT_URL'],
    ['standbys of nothing', { DATABASE_REPLICA_URLS: 'postgres://db/x' }, 'DATABASE_REPLICA_URLS'],
    [
      'a standby that is no address',
      { ...remote, DATABASE_REPLICA_URLS: 'postgres://db/x,standby' },
      'DATABASE_REPLICA_URLS',
    ],
    ['a public address that is none', { PUBLIC_URL: 'foray.example' }, 'PUBLIC_URL'],
    ['a public address with a path', { PUBLIC_URL: 'https://a.example/foray' }, 'PUBLIC_URL'],
    ['trust in everybody', { TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    ['a weak metrics token', { METRICS_TOKEN: 'x' }, 'METRICS_TOKEN'],
    ['no codes at all', { CODES_PER_DAY: '0' }, 'CODES_PER_DAY'],
    ['operators without a plus', { OPERATOR_PHONES: '015112345678' }, 'OPERATOR_PHONES'],
    ['codes in words', { CODES_PER_PREFIX: 'many' }, 'CODES_PER_PREFIX'],
    ['no calls at all', { CALLS_PER_MINUTE: '0' }, 'CALLS_PER_MINUTE'],
    ['rate limits in between', { RATE_LIMITS: 'maybe' }, 'RATE_LIMITS'],
    ['a level that is none', { LOG_LEVEL: 'verbose' }, 'LOG_LEVEL'],
    [
      'codes that nobody would read',
      { AUTH: 'code', SMS: 'console', LOG_LEVEL: 'warn' },
      'LOG_LEVEL',
    ],
    ['too few connections', { DATABASE_CONNECTIONS: '3' }, 'DATABASE_CONNECTIONS'],
    ['too many connections', { DATABASE_CONNECTIONS: '1001' }, 'DATABASE_CONNECTIONS'],
    ['no time for a connection', { CONNECTION_SECONDS: '0' }, 'CONNECTION_SECONDS'],
    ['more time than a device waits', { CONNECTION_SECONDS: '26' }, 'CONNECTION_SECONDS'],
    ['statements without end', { STATEMENT_SECONDS: 'off' }, 'STATEMENT_SECONDS'],
    ['every statement is slow', { SLOW_QUERY_MS: '0' }, 'SLOW_QUERY_MS'],
    ['connections kept for ever', { KEEP_ALIVE_SECONDS: '7201' }, 'KEEP_ALIVE_SECONDS'],
    ['a pause longer than a device makes', { RETRY_AFTER_SECONDS: '46' }, 'RETRY_AFTER_SECONDS'],
  ])('%s', (_, env, named) => {
    let failure: unknown;
    try {
      readConfig(env);
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(StartupFailure);
    expect((failure as StartupFailure).code).toBe('config');
    expect((failure as StartupFailure).message).toContain(named);
    expect((failure as StartupFailure).message).toMatch(/^[^\n]+\.$/);
  });

  test.each([
    { DATABASE_URL: 'mysql://u:hunter2@db' },
    { SMS_WEBHOOK_URL: 'ftp://u:hunter2@sms.example' },
    { SMS_WEBHOOK_URL: 'https://u:hunter2%@sms.example' },
    { SMS_WEBHOOK_URL: 'https://u:hunter2@sms.example', SMS_WEBHOOK_TOKEN: 'token' },
  ])('[OPS-14] an address that may contain a password is never repeated: %o', (env) => {
    expect(() => readConfig(env)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});

test.each<[string, boolean]>([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.example.org', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
