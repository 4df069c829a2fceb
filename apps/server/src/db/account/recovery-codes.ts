import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { keyedHashes } from '../../config/keys.ts';
import type { ServerKeys } from '../../config/keys.ts';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';
import { holdAccount, noteEvent, noteEventOfNumber } from './security-events.ts';
import { endOtherSessions } from './sessions.ts';
import { lives } from './session-reads.ts';
import type { SessionRef } from './session-reads.ts';

const codesOfAccount = 10;
/** Crockford's base 32, in which no letter looks like a digit or another letter. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeChars = 16;

export type RecoveryCodeTable = ReturnType<typeof createRecoveryCodes>;

/** A correct recovery code. */
export interface RightRecoveryCode {
  readonly userId: number;
  readonly hash: Buffer;
}

/**
 * Recovery codes as rows, stored only as keyed hashes: ten of 80 random bits, each for one use. Only the
 * sender of tries has to be limited: tries cannot guess a code, and use none up. Codes under an unknown
 * secret are void, and do not count.
 */
export function createRecoveryCodes(
  db: Connection,
  { recovery: keys, name, previousName }: Pick<ServerKeys, 'recovery' | 'name' | 'previousName'>,
) {
  const at = (ms: number) => new Date(ms).toISOString();
  const hashesOf = (code: string) => keyedHashes(keys, `code\n${code}`);
  return {
    /**
     * Replaces the codes by new ones, which are returned once. Null if the session has ended. With
     * `endOthers` the user's other sessions end.
     */
    async make(
      session: SessionRef,
      nowMs: number,
      { endOthers = false }: { readonly endOthers?: boolean | undefined } = {},
    ): Promise<string[] | null> {
      const { userId: user_id, id: session_id } = session;
      const codes = Array.from({ length: codesOfAccount }, newCode);
      return inKnownRun(db, async (tx) => {
        // The second of two concurrent requests replaces the codes of the first.
        await sql`select from users where id = ${user_id} for no key update`.execute(tx);
        const { rows } = await sql<{ readonly lives: boolean }>`
          select ${lives(session)} as lives`.execute(tx);
        if (rows[0]?.lives !== true) return null;
        await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute();
        const made = codes.map((code) => {
          return { user_id, code_hash: hashesOf(code)[0], created_at: at(nowMs), key: name };
        });
        await tx.insertInto('recovery_codes').values(made).execute();
        await noteEvent(tx, { user_id, kind: 'recovery_codes_made', at: at(nowMs), session_id });
        if (endOthers) await endOtherSessions(tx, session, at(nowMs));
        return codes.map(inGroups);
      });
    },
    /** How many unused codes the session's user has. */
    async left(session: SessionRef): Promise<number> {
      const { rows } = await inKnownRun(db, (tx) =>
        sql<{ readonly left: number }>`
          select count(*) as left from recovery_codes
          where user_id = ${session.userId} and key in (${name}, ${previousName})
            and ${lives(session)}`.execute(tx),
      );
      return rows[0]?.left ?? 0;
    },
    /** The code, if it belongs to the account of the number (E.164). Does not use it up. */
    check(phone: string, typed: string, nowMs: number): Promise<RightRecoveryCode | null> {
      const hashes = hashesOf(asMade(typed));
      return inKnownRun(db, async (tx) => {
        const { rows } = await sql<RightRecoveryCode>`
          select r.user_id as "userId", r.code_hash as hash from recovery_codes r join users u on u.id = r.user_id
          where u.phone = ${phone} and r.code_hash = any(${hashes}::bytea[])`.execute(tx);
        const [right] = rows;
        if (right !== undefined) return right;
        await countWrong(tx, phone, nowMs);
        await noteEventOfNumber(tx, phone, { kind: 'wrong_recovery_code', at: at(nowMs) });
        return null;
      });
    },
    /** Uses up a checked code in this browser; false if it was used before, or replaced. */
    useUp({ userId: user_id, hash }: RightRecoveryCode, device: string, nowMs: number) {
      return inKnownRun(db, async (tx) => {
        await holdAccount(tx, user_id);
        const used = await tx
          .deleteFrom('recovery_codes')
          .where('user_id', '=', user_id)
          .where('code_hash', '=', hash)
          .executeTakeFirst();
        if (used.numDeletedRows === 0n) return false;
        const about = { kind: 'recovery_code_used', session_id: null, device } as const;
        await noteEvent(tx, { user_id, at: at(nowMs), ...about });
        return true;
      });
    },
  };

  /** Written for every number, so that the response time does not reveal whether there is an account. */
  async function countWrong(tx: Connection, phone: string, nowMs: number): Promise<void> {
    const bucket = keyedHashes(keys, `wrong\n${phone}`)[0].toString('base64url');
    await sql`
      insert into rate_limits (bucket, window_start, count) values (${bucket}, ${at(nowMs)}::date, 1)
      on conflict (bucket, window_start) do update set count = rate_limits.count + 1`.execute(tx);
  }
}

function newCode(): string {
  let bits = 0n;
  for (const byte of randomBytes((codeChars * 5) / 8)) bits = bits * 256n + BigInt(byte);
  let code = '';
  for (let place = 0; place < codeChars; place += 1) {
    code = (alphabet[Number(bits % 32n)] ?? '') + code;
    bits /= 32n;
  }
  return code;
}

/** The code as it is shown to people: 'K7QM-4X2P-9RTA-W3DN'. */
function inGroups(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? code;
}

/** The code in its stored form, from the text that a person typed. */
function asMade(typed: string): string {
  const plain = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return plain.replace(/O/g, '0').replace(/[IL]/g, '1');
}
