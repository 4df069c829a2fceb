import type { SignInNews } from '@foray/authority';
import { sql } from 'kysely';
import type { ServerKeys } from '../../config/keys.ts';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';
import { deviceHashes, numberHashes } from './login-codes.ts';
import type { RightCode } from './login-codes.ts';

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/** The browsers in which an account's owner has signed in with a code, stored only as hashes. */
export function createKnownBrowsers(
  db: Connection,
  { codes: keys, name: keyName }: Pick<ServerKeys, 'codes' | 'name'>,
) {
  return {
    /**
     * Data for notifying the number's owner of a sign-in in this browser; read it before the sign-in is
     * recorded.
     */
    async news(phone: string, device: string, nowMs: number): Promise<SignInNews> {
      const at = new Date(nowMs).toISOString();
      const devices = deviceHashes(keys, device);
      const { rows } = await inKnownRun(db, (tx) =>
        sql<SignInNews>`
          select
            (
              select coalesce(sum(count), 0)::int from code_guesses
              where phone_hash = any(${numberHashes(keys, phone)}::bytea[])
                and device_hash <> all(${devices}::bytea[])
            ) as "wrongCodes",
            exists (
              select from users u where u.phone = ${phone}
                and not exists (
                  select from known_devices k
                  where k.user_id = u.id and k.device_hash = any(${devices}::bytea[]))
                and (
                  exists (select from known_devices k where k.user_id = u.id)
                  or exists (
                    select from sessions s
                    where s.user_id = u.id and s.mode = 'code' and s.expires_at > ${at}))
            ) as "isNewDevice"`.execute(tx),
      );
      return rows[0] ?? { isNewDevice: false, wrongCodes: 0 };
    },
    /** Records a sign-in with a code in this browser, and forgets earlier wrong codes. */
    async signedIn(
      userId: number,
      { phone, device }: Omit<RightCode, 'id'>,
      nowMs: number,
    ): Promise<void> {
      const at = new Date(nowMs).toISOString();
      await inKnownRun(db, async (tx) => {
        await tx
          .deleteFrom('code_guesses')
          .where('phone_hash', 'in', numberHashes(keys, phone))
          .execute();
        const [present, ...former] = deviceHashes(keys, device);
        await sql`
          with former as (
            delete from known_devices
            where user_id = ${userId} and device_hash = any(${former}::bytea[])
          )
          insert into known_devices (user_id, device_hash, seen_at, key)
          select id, ${present}::bytea, ${at}, ${keyName} from users
          where id = ${userId} and phone is not null for key share
          on conflict (user_id, device_hash) do update
          set seen_at = excluded.seen_at, key = excluded.key`.execute(tx);
      });
    },
    /** Whether the number's owner has signed in with a code in this browser. */
    async isKnown(phone: string, device: string): Promise<boolean> {
      const { rows } = await inKnownRun(db, (tx) =>
        sql<{ readonly known: boolean }>`
          select exists (
            select from known_devices k join users u on u.id = k.user_id
            where u.phone = ${phone} and u.phone_verified_at is not null
              and k.device_hash = any(${deviceHashes(keys, device)}::bytea[])
          ) as known`.execute(tx),
      );
      return rows[0]?.known === true;
    },
  };
}
