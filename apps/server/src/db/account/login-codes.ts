import type { CodePurpose } from '@foray/contract';
import { codeDigits, longCodeDigits } from '@foray/domain';
import { sql } from 'kysely';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { keyedHashes } from '../../config/keys.ts';
import type { Keys } from '../../config/keys.ts';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';
import { noteEventOfNumber } from './security-events.ts';

const codeLifeMs = 5 * 60_000;
const maxTries = 5;
/** After this many wrong codes for a number, codes are longer until somebody signs in with it. */
const manyWrong = 20;

/**
 * The purpose that a code was sent for. `any`: a session requested it without a purpose, as apps did before
 * there were purposes.
 */
export type SentFor = CodePurpose | 'any';

export type LoginCodes = ReturnType<typeof createLoginCodes>;

/** The hashes under which a number's codes are counted, one per key. */
export function numberHashes(keys: Keys, phone: string): Keys {
  return keyedHashes(keys, `phone\n${phone}`);
}

/** The hashes that stand for a browser, one per key. */
export function deviceHashes(keys: Keys, device: string): Keys {
  return keyedHashes(keys, `device\n${device}`);
}

/** A code as a person typed it. */
export interface GivenCode {
  readonly phone: string;
  readonly code: string;
  /** The purpose of its use. */
  readonly purpose: CodePurpose;
}

/** A correct code. */
export interface RightCode {
  readonly id: number;
  readonly phone: string;
  readonly device: string;
}

/**
 * Sign-in codes as rows: 6 digits, single use, valid for 5 minutes and 5 tries, stored only as hashes. Each
 * is valid only in the browser that requested it, `device`, and for its purpose, so nobody else can use it
 * up, and a newer code does not invalidate it. After 20 wrong codes for a number its codes have 8 digits,
 * until somebody signs in with it.
 */
export function createLoginCodes(db: Connection, keys: Keys) {
  const codeHashes = (phone: string, code: string) => keyedHashes(keys, `code\n${phone}\n${code}`);
  const at = (ms: number) => new Date(ms).toISOString();
  const names = (phone: string, device: string) => ({
    phone_hash: numberHashes(keys, phone)[0],
    device_hash: deviceHashes(keys, device)[0],
  });

  /** How many wrong codes were tried for a number since somebody last signed in with it. */
  const wrongOf = async (tx: Connection, phone: string): Promise<number> => {
    const { rows } = await sql<{ readonly wrong: number }>`
      select coalesce(sum(count), 0)::int as wrong from code_guesses
      where phone_hash = any(${numberHashes(keys, phone)}::bytea[])`.execute(tx);
    return rows[0]?.wrong ?? 0;
  };

  return {
    /** Makes a code for a phone (E.164) from a cryptographic random source; the caller sends it. */
    create(phone: string, device: string, purpose: SentFor, nowMs: number): Promise<string> {
      return inKnownRun(db, async (tx) => {
        const isLong = (await wrongOf(tx, phone)) >= manyWrong;
        const length = isLong ? longCodeDigits : codeDigits;
        const code = String(randomInt(10 ** length)).padStart(length, '0');
        const row = {
          ...names(phone, device),
          purpose,
          code_hash: codeHashes(phone, code)[0],
          created_at: at(nowMs),
          expires_at: at(nowMs + codeLifeMs),
          used_at: null,
        };
        await tx.insertInto('login_codes').values(row).execute();
        return code;
      });
    },
    /** The code, if it is valid now in this browser. This counts as a try of each valid code. */
    check(
      { phone, code, purpose }: GivenCode,
      device: string,
      nowMs: number,
    ): Promise<RightCode | null> {
      const { phone_hash, device_hash } = names(phone, device);
      return inKnownRun(db, async (tx) => {
        // The try is counted before the check, in one statement, so that concurrent requests cannot have
        // more than five. Codes without a browser were made by the last release.
        const living = await tx
          .updateTable('login_codes')
          .set((of) => ({ tries: of('tries', '+', 1) }))
          .where('phone_hash', 'in', numberHashes(keys, phone))
          .where((of) =>
            of.or([
              of('device_hash', 'in', deviceHashes(keys, device)),
              of('device_hash', 'is', null),
            ]),
          )
          .where('purpose', 'in', [purpose, 'any'])
          .where('used_at', 'is', null)
          .where('expires_at', '>', at(nowMs))
          .where('tries', '<', maxTries)
          .returning(['id', 'code_hash'])
          .execute();
        const given = codeHashes(phone, code);
        const found = living.find(({ code_hash }) =>
          given.some((hash) => timingSafeEqual(code_hash, hash)),
        );
        if (found !== undefined) return { id: found.id, phone, device };
        // No code was valid, so nothing was guessed.
        if (living.length > 0) {
          await sql`
            insert into code_guesses (phone_hash, device_hash, count, last_at)
            values (${phone_hash}, ${device_hash}, 1, ${at(nowMs)})
            on conflict (phone_hash, device_hash) do update
            set count = code_guesses.count + 1, last_at = excluded.last_at`.execute(tx);
          await noteEventOfNumber(tx, phone, { kind: 'wrong_codes', at: at(nowMs) });
        }
        return null;
      });
    },
    /** Uses up a checked code; false if it was used before. */
    useUp({ id }: RightCode, nowMs: number): Promise<boolean> {
      return inKnownRun(db, async (tx) => {
        const used = await tx
          .updateTable('login_codes')
          .set({ used_at: at(nowMs) })
          .where('id', '=', id)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        return used.numUpdatedRows > 0n;
      });
    },
  };
}
