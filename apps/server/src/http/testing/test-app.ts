import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '../../app/app.ts';
import { standardAccountBounds } from '../../config/account-config.ts';
import { standardCodeNumbers } from '../../config/code-numbers.ts';
import { standardTuning } from '../../config/tuning.ts';

/** The secret of every application in tests. */
export const testSecret = 'a secret for tests, of more than 32 characters';

/** The most that setTimeout takes. */
const longestTimeoutMs = 2 ** 31 - 1;

/** The options of an application in a test: by default those of a person's own machine. */
export type TestAppOptions = Partial<Omit<AppOptions, 'config' | 'database'>> &
  Pick<AppOptions, 'database'> & { readonly config?: Partial<AppOptions['config']> };

/** An application over a migrated database: in open mode and without rate limits, unless the options say otherwise. */
export function buildTestApp({ config = {}, ...more }: TestAppOptions): Promise<FastifyInstance> {
  return buildApp({
    config: {
      auth: { mode: 'open' },
      publicUrl: null,
      trustProxy: false,
      metricsToken: null,
      rateLimits: 'off',
      codes: { perPrefix: 60, perDay: 2_000, perNetwork: 240 },
      codeNumbers: standardCodeNumbers,
      account: standardAccountBounds,
      operatorPhones: [],
      tuning: standardTuning,
      ...config,
    },
    secret: testSecret,
    maxEventLoopDelayMs: 0,
    // Not during a test of something else, which on a slow machine lasts longer than the minute until then.
    firstCleanUpMs: longestTimeoutMs,
    ...more,
  });
}
