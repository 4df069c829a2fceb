import { createAuthority, type Authority, type Store } from '@foray/authority';
import { randomUUID } from 'node:crypto';
import type { Database } from '../pool/database.ts';
import { openPostgresStore } from '../store/postgres-store.ts';
import { startTestDatabase } from './test-database.ts';

/** The authority's store over a real database. */
export interface PostgresUnderTest {
  readonly database: Database;
  readonly store: Store;
  stop(): Promise<void>;
}

/** Starts everything; call `stop` in `afterAll`. */
export async function startStoreUnderTest(on?: 'shared' | 'own'): Promise<PostgresUnderTest> {
  const { database, stop } = await startTestDatabase(on);
  const store = await openPostgresStore({ database, hashPhone: (phone) => Buffer.from(phone) });
  return { database, store, stop };
}

/** An authority over a store, by the real clock or another; a bug in it fails the current test. */
export function authorityOver(store: Store, nowMs: () => number = Date.now): Authority {
  return createAuthority({
    store,
    nowMs,
    newUuid: randomUUID,
    digest: (text) => text,
    reportBug: (error) => {
      throw error;
    },
  });
}

/** A store under test with an authority by the real clock, and one person. */
export interface PersonUnderTest extends PostgresUnderTest {
  readonly authority: Authority;
  readonly userId: number;
  /** The name of the current database run, as responses to the person's devices contain it. */
  presentRun(): Promise<string>;
}

/** Starts everything and signs a user in; call `stop` in `afterAll`. */
export async function startPersonUnderTest(): Promise<PersonUnderTest> {
  const started = await startStoreUnderTest();
  const authority = authorityOver(started.store);
  const who = { phone: '+4915100000000', name: 'Ann', placeholder: false, verified: false };
  const { id: userId } = await authority.signIn(who);
  return {
    ...started,
    authority,
    userId,
    async presentRun() {
      const run = { current: '' };
      await authority.me({ userId, onPosition: (standing) => void (run.current = standing.run) });
      return run.current;
    },
  };
}
