import { StartupFailure } from '@foray/embedded-postgres';
import { z } from 'zod';
import { standardAccountBounds as account } from './account-config.ts';
import { numberKinds } from './code-numbers.ts';
import { logLevels, standardTuning as tuning } from './tuning.ts';
import {
  countries,
  databaseUrl,
  databaseUrls,
  oneOf,
  phoneNumbers,
  secretText,
  seconds,
  someOf,
  trustedProxies,
  webOrigin,
  webhookUrl,
  wholeNumber,
  wholeNumberOrOff,
} from './variable-schemas.ts';

/** The variables of the environment, each with its schema and its default; docs/operations.md explains them. */
export const variables = {
  PORT: [wholeNumber(0, 65_535), 3000],
  HOST: [z.string(), '127.0.0.1'],
  FORAY_DATA_DIR: [z.string(), './data'],
  DATABASE_URL: [databaseUrl, null],
  DATABASE_DIRECT_URL: [databaseUrl, null],
  DATABASE_REPLICA_URLS: [databaseUrls, null],
  FORAY_SECRET: [secretText(32), null],
  FORAY_SECRET_PREVIOUS: [secretText(32), null],
  ALLOW_OTHER_SECRET: [oneOf(['yes', 'no']), 'no'],
  AUTH: [oneOf(['open', 'code']), 'open'],
  ALLOW_OPEN_AUTH: [oneOf(['yes', 'no']), 'no'],
  SMS: [oneOf(['console']), null],
  SMS_WEBHOOK_URL: [webhookUrl, null],
  SMS_WEBHOOK_TOKEN: [secretText(1), null],
  PUBLIC_URL: [webOrigin, null],
  TRUST_PROXY: [trustedProxies, 'no'],
  METRICS_TOKEN: [secretText(16), null],
  RATE_LIMITS: [oneOf(['on', 'off']), 'on'],
  // A supervisor waits 90 s before it kills a server (deploy).
  DRAIN_SECONDS: [wholeNumber(0, 60), null],
  BACKUP_FOLDER: [z.string(), null],
  BACKUP_HOURS: [wholeNumberOrOff, 24],
  BACKUPS_KEPT: [wholeNumber(), 7],
  CODES_PER_PREFIX: [wholeNumber(), 60],
  CODES_PER_DAY: [wholeNumber(), 2000],
  CODES_PER_NETWORK: [wholeNumber(), 240],
  CODES_TO_COUNTRIES: [countries, 'all'],
  CODES_TO_KINDS: [someOf(numberKinds), 'mobile'],
  OPERATOR_PHONES: [phoneNumbers, null],
  ITEMS_PER_ACCOUNT: [wholeNumber(), account.items],
  MEGABYTES_PER_ACCOUNT: [wholeNumber(), account.megabytes],
  CALLS_PER_MINUTE: [wholeNumber(), account.callsPerMinute],
  CALLS_AT_ONCE: [wholeNumber(), account.callsAtOnce],
  MEGABYTES_AT_ONCE: [wholeNumber(), account.megabytesAtOnce],
  SEARCHES_PER_MINUTE: [wholeNumber(), account.searchesPerMinute],
  SEARCHES_AT_ONCE: [wholeNumber(), account.searchesAtOnce],
  STREAMS_PER_ACCOUNT: [wholeNumber(), account.streams],
  LOG_LEVEL: [oneOf(logLevels), tuning.logLevel],
  SLOW_QUERY_MS: [wholeNumberOrOff, tuning.slowMs],
  DATABASE_CONNECTIONS: [wholeNumber(4, 1_000), tuning.connections],
  CONNECTION_SECONDS: [seconds(25), tuning.connectionMs / 1_000],
  STATEMENT_SECONDS: [seconds(600), tuning.statementMs / 1_000],
  KEEP_ALIVE_SECONDS: [seconds(7_200), tuning.keepAliveMs / 1_000],
  // The longest pause of a device after a 503.
  RETRY_AFTER_SECONDS: [wholeNumber(1, 45), tuning.retryAfterSeconds],
} as const satisfies Record<string, readonly [z.ZodType<unknown, string>, string | number | null]>;

type Variables = typeof variables;

/** The values of all variables; null for a variable that is absent and has no default. */
export type VariableValues = {
  readonly [Name in keyof Variables]:
    | z.output<Variables[Name][0]>
    | (null extends Variables[Name][1] ? null : never);
};

/**
 * Reads these variables; an empty one counts as absent.
 * @throws {StartupFailure} 'config': one sentence that names the variable and says what to do.
 */
export function readVariables<Name extends keyof Variables>(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly Name[],
): Pick<VariableValues, Name> {
  const values = names.map((name) => [name, readVariable(name, env[name])]);
  return Object.fromEntries(values) as Pick<VariableValues, Name>;
}

/** Reads all variables, as {@link readVariables} does. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): VariableValues {
  return readVariables(env, Object.keys(variables) as (keyof Variables)[]);
}

function readVariable(name: keyof Variables, given: string | undefined): unknown {
  const [schema, standard] = variables[name];
  const text = given?.trim() || standard;
  if (text === null) return null;
  const { data, error } = schema.safeParse(String(text));
  if (error === undefined) return data;
  const message = error.issues[0]?.message ?? 'is not valid';
  throw failure(
    message.startsWith('is ') ? `${name} ${message}` : `${name} is '${text}': ${message}`,
  );
}

/** A failed start, with its reason in one sentence without a full stop. */
export function failure(sentence: string): StartupFailure {
  return new StartupFailure('config', `${sentence}.`);
}
