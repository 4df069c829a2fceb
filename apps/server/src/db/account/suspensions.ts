import { sql } from 'kysely';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';

/** Whether the operator has suspended the account of this number (E.164). */
export function isSuspended(db: Connection, phone: string): Promise<boolean> {
  return inKnownRun(db, async (tx) => {
    const { rows } = await sql`
      select from suspensions s join users u on u.id = s.user_id where u.phone = ${phone}`.execute(
      tx,
    );
    return rows.length > 0;
  });
}

/** Whether the operator has suspended an account. */
export async function hasSuspension(tx: Connection, userId: number): Promise<boolean> {
  const { rows } = await sql`select from suspensions where user_id = ${userId}`.execute(tx);
  return rows.length > 0;
}
