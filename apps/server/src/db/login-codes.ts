import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { inKnownRun } from './known-run.ts';
import type { Connection } from './schema.ts';

const codeLifeMs = 5 * 60_000;
const maxTries = 5;

export type LoginCodes = ReturnType<typeof createLoginCodes>;

/** Sign-in codes as rows: 6 digits, single use, 5 minutes, 5 tries, kept only as hashes under `key`. */
export function createLoginCodes(db: Connection, key: Buffer) {
  const hash = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest();
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    /** Makes a code for a phone (E.164) from a cryptographic random source; the caller sends it. */
    async create(phone: string, nowMs: number): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const row = {
        phone_hash: hash('phone', phone),
        code_hash: hash('code', phone, code),
        created_at: at(nowMs),
        expires_at: at(nowMs + codeLifeMs),
        used_at: null,
      };
      await inKnownRun(db, (tx) => tx.insertInto('login_codes').values(row).execute());
      return code;
    },
    /** The id of the phone's latest code if this is it and it may still be used; counts as a try. */
    async check(phone: string, code: string, nowMs: number): Promise<number | null> {
      const latest = db
        .selectFrom('login_codes')
        .select('id')
        .where('phone_hash', '=', hash('phone', phone))
        .orderBy('id', 'desc')
        .limit(1);
      // The try is counted before it is checked, in one statement: no number of requests at once
      // gets more than five.
      const row = await inKnownRun(db, (tx) =>
        tx
          .updateTable('login_codes')
          .set((of) => ({ tries: of('tries', '+', 1) }))
          .where('id', '=', latest)
          .where('used_at', 'is', null)
          .where('expires_at', '>', at(nowMs))
          .where('tries', '<', maxTries)
          .returning(['id', 'code_hash'])
          .executeTakeFirst(),
      );
      const isRight =
        row !== undefined && timingSafeEqual(row.code_hash, hash('code', phone, code));
      return isRight ? row.id : null;
    },
    /** Uses up a code that was checked; false if it was used before. */
    async useUp(id: number, nowMs: number): Promise<boolean> {
      const used = await inKnownRun(db, (tx) =>
        tx
          .updateTable('login_codes')
          .set({ used_at: at(nowMs) })
          .where('id', '=', id)
          .where('used_at', 'is', null)
          .executeTakeFirst(),
      );
      return used.numUpdatedRows > 0n;
    },
  };
}
