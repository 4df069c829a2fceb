import { sql } from 'kysely';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';
import { accountOf } from './invitations.ts';

/**
 * Whether an account is an operator's: its number, which a code has verified, is one of these (E.164). An
 * account that an invitation has opened is none before its owner has signed in with a code.
 */
export async function isOperator(
  db: Connection,
  phones: readonly string[],
  userId: number,
): Promise<boolean> {
  if (phones.length === 0) return false;
  return inKnownRun(db, async (tx) => {
    const { rows } = await sql`
      select from users where id = ${userId} and phone_verified_at is not null
        and phone = any(${phones}::text[])`.execute(tx);
    return rows.length > 0;
  });
}

/** Whether a number (E.164) has an account. */
export function hasAccount(db: Connection, phone: string): Promise<boolean> {
  return inKnownRun(db, async (tx) => (await accountOf(tx, phone)) !== null);
}
