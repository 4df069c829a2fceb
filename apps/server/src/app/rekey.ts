import { sql } from 'kysely';
import { keyedHash } from '../config/keys.ts';
import type { ServerKeys } from '../config/keys.ts';
import type { LeftUnderPrevious } from '../http/metrics/upkeep-counters.ts';
import { rekeyPush } from '../push/push-subscriptions.ts';
import { readVapidKeys } from '../push/vapid-keys.ts';
import { inKnownRun } from '../db/pool/known-run.ts';
import { numberHashes } from '../db/account/login-codes.ts';
import { writeSecretMark } from '../db/upkeep/secret-mark.ts';
import type { Connection } from '../db/tables/schema.ts';
import { renewContacts } from '../db/store/contacts.ts';
import type { PhoneHashes } from '../db/store/people.ts';

/** The rows of one transaction, so that none holds its locks for long. */
const rowsAtOnce = 200;
/** Counting stops one row after this number. */
const countedMost = 10_000;

/** The hashes of people's and contacts' phones under these keys. */
export function phoneHashesOf({ phones, name }: Pick<ServerKeys, 'phones' | 'name'>): PhoneHashes {
  const [key, former] = phones;
  return {
    hashPhone: (phone) => keyedHash(key, phone),
    ...(former !== undefined && { formerHashPhone: (phone) => keyedHash(former, phone) }),
    keyName: name,
  };
}

/**
 * Renews rows of the previous secret under the current one, as far as possible: the hashes of all numbers
 * of users, in every table, and push subscriptions and keys. It works in batches, each a transaction, and
 * can be repeated after an interruption.
 */
export async function rekey(db: Connection, keys: ServerKeys): Promise<LeftUnderPrevious> {
  await inKnownRun(db, (tx) => readVapidKeys(tx, keys.push));
  await inOrder(db, (tx, after) => rekeyPush(tx, keys.push, after, rowsAtOnce));
  await inOrder(db, (tx, after) => rekeyPeople(tx, keys, after));
  const left = sql<LeftUnderPrevious>`
    select
      (select count(*) from (
        select from contacts where ${isFormer(keys)} limit ${countedMost + 1}) c) as contacts,
      (select count(*) from (
        select from known_devices where ${isFormer(keys)} limit ${countedMost + 1}) d) as browsers`;
  const { rows } = await inKnownRun(db, async (tx) => {
    await writeSecretMark(tx, keys.name);
    return left.execute(tx);
  });
  return rows[0] ?? { contacts: 0, browsers: 0 };
}

const isFormer = ({ previousName }: ServerKeys) => sql`(key is null or key = ${previousName})`;

/** Works through a table by id. Each batch returns the id to continue after, or null at the end. */
async function inOrder(
  db: Connection,
  portion: (tx: Connection, after: number) => Promise<number | null>,
): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    after = await inKnownRun(db, (tx) => portion(tx, from));
  }
}

async function rekeyPeople(
  tx: Connection,
  keys: ServerKeys,
  after: number,
): Promise<number | null> {
  const { rows } = await sql<{ readonly id: number; readonly phone: string | null }>`
    select id, phone from users where id > ${after} order by id limit ${rowsAtOnce}`.execute(tx);
  const phones = rows.flatMap(({ phone }) => phone ?? []);
  const hashes = phoneHashesOf(keys);
  // The user may have another number by now, or none.
  await sql`
    update users u set phone_hash = p.hash
    from unnest(${phones}::text[], ${phones.map(hashes.hashPhone)}::bytea[]) as p (phone, hash)
    where u.phone = p.phone and u.phone_hash is distinct from p.hash`.execute(tx);
  await renewContacts(tx, hashes, phones, null);
  const { rows: givenUp } = await sql<{ readonly phone: string }>`
    select distinct phone from former_numbers
    where user_id = any(${rows.map(({ id }) => id)}::bigint[]) and phone is not null`.execute(tx);
  const givenUpPhones = givenUp.map(({ phone }) => phone);
  await renewFormerNumbers(tx, hashes, givenUpPhones);
  const [present, former] = [0, 1].map((at) =>
    phones.map((phone) => numberHashes(keys.codes, phone)[at]),
  );
  await sql`
    with pairs as (
      select * from unnest(${former}::bytea[], ${present}::bytea[]) as p (former, present)
    ), moved as (
      delete from code_guesses c using pairs p where c.phone_hash = p.former
      returning p.present, c.device_hash, c.count, c.last_at
    )
    insert into code_guesses (phone_hash, device_hash, count, last_at)
    select present, device_hash, count, last_at from moved
    on conflict (phone_hash, device_hash) do update set
      count = code_guesses.count + excluded.count,
      last_at = greatest(code_guesses.last_at, excluded.last_at)`.execute(tx);
  return rows.length < rowsAtOnce ? null : (rows.at(-1)?.id ?? null);
}

/** Renews former numbers under the current key. A user who gave up a number twice has one row for it. */
async function renewFormerNumbers(
  tx: Connection,
  { hashPhone, formerHashPhone }: PhoneHashes,
  phones: readonly string[],
): Promise<void> {
  if (formerHashPhone === undefined || phones.length === 0) return;
  const pairs = sql`unnest(${phones.map(formerHashPhone)}::bytea[], ${phones.map(hashPhone)}::bytea[])
    as p (former, present)`;
  const isThere = sql`exists (
    select from former_numbers n where n.user_id = f.user_id and n.phone_hash = p.present)`;
  await sql`
    with twice as (
      delete from former_numbers f using ${pairs} where f.phone_hash = p.former and ${isThere}
    )
    update former_numbers f set phone_hash = p.present
    from ${pairs} where f.phone_hash = p.former and not ${isThere}`.execute(tx);
}
