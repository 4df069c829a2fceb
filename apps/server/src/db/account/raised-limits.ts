import type { RaisedLimits } from '@foray/authority';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bytesPerMegabyte } from '../../config/account-config.ts';

/** The limits of an account that an operator can raise, by the names of `npm run admin`. */
export const raisableLimits = ['items', 'megabytes', 'calls', 'searches', 'streams'] as const;
export type RaisableLimit = (typeof raisableLimits)[number];

/** The limits that were raised for an account; null if none were. */
export type RaisedFor = Readonly<Partial<Record<RaisableLimit, number>>> | null;

/** An expression for the raised limits of a user, as {@link RaisedFor}. */
export function raisedFor(userId: RawBuilder<unknown>): RawBuilder<RaisedFor> {
  return sql`(
    select json_object_agg(raised.name, raised.most) from raised_limits raised
    where raised.user_id = ${userId})`;
}

/** The raised limits of what an account owns. */
export function raisedHoldings(raised: RaisedFor): RaisedLimits {
  const { items = 0, megabytes = 0 } = raised ?? {};
  return { items_per_account: items, bytes_per_account: megabytes * bytesPerMegabyte };
}
