import type { Authority, Store } from '@foray/authority';
import { gatedStore } from '@foray/authority/testing';
import type pg from 'pg';
import { deriveKeys, keyedHashes } from '../../config/keys.ts';
import { openDatabase, type Database } from '../pool/database.ts';
import { openPostgresStore } from '../store/postgres-store.ts';
import { phoneHashesOf, rekey } from '../../app/rekey.ts';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { authorityOver } from '../testing/store-under-test.ts';
import { waitsOrEnds } from '../testing/waits-or-ends.ts';
import { casesOf, dailyPart } from '../../testing/daily-part.ts';

// Changes of number that race with another request, on two nodes of one PostgreSQL while the secret is
// replaced: both nodes know both secrets, and write under different ones. The change is stopped at each
// primitive; the outcome must be that of one request after the other.

const [before, now] = ['a'.repeat(40), 'b'.repeat(40)];
const keys = { first: deriveKeys(before, now), second: deriveKeys(now, before) };

interface Node {
  readonly database: Database;
  readonly store: Store;
  readonly authority: Authority;
}

let started: TestDatabase;
let first: Node;
let second: Node;
/** Another node with the keys of the first, which finds everything that the first has written. */
let alike: Node;
beforeAll(async () => {
  started = await startTestDatabase('own');
  const node = async (of: keyof typeof keys): Promise<Node> => {
    const database = openDatabase({ address: started.address, isDirect: true });
    const store = await openPostgresStore({ database, ...phoneHashesOf(keys[of]) });
    return { database, store, authority: authorityOver(store) };
  };
  first = await node('first');
  second = await node('second');
  alike = await node('first');
});
afterAll(async () => {
  for (const node of [first, second, alike]) await node?.database.close();
  await started?.stop();
});

const names = ['ann', 'bob', 'cid', 'eve'] as const;
type Name = (typeof names)[number];
let phones = 3_000_000;

interface People {
  readonly numbers: Readonly<
    Record<'old' | 'next' | 'other' | 'bob' | 'cid' | 'eve' | 'free', string>
  >;
  readonly ids: Readonly<Record<Name, number>>;
}

/**
 * Ann, whose number changes. Bob has imported her next number too, Cid only the current one; Eve has imported
 * nobody.
 */
async function people(): Promise<People> {
  phones += 10;
  const phone = (place: number) => `+1555${phones + place}`;
  const numbers = {
    old: phone(0),
    next: phone(1),
    other: phone(2),
    bob: phone(3),
    cid: phone(4),
    eve: phone(5),
    free: phone(6),
  };
  const ids = {} as Record<Name, number>;
  for (const name of names) {
    const who = {
      phone: numbers[name === 'ann' ? 'old' : name],
      name,
      placeholder: false,
      verified: true,
    };
    ids[name] = (await first.authority.signIn(who)).id;
  }
  const scene = { numbers, ids };
  await imports('ann', 'bob', 'cid', 'free')(first, scene);
  await imports('bob', 'old', 'next')(first, scene);
  await imports('cid', 'old')(first, scene);
  return scene;
}

const imports = (by: Name, ...others: readonly (keyof People['numbers'])[]) => {
  return async ({ authority }: Pick<Node, 'authority'>, { numbers, ids }: People) =>
    authority.importContacts(
      { userId: ids[by] },
      others.map((other) => ({ typed: numbers[other], readings: [numbers[other]] })),
    );
};

const changes = (by: Name, from: keyof People['numbers'], to: keyof People['numbers']) => {
  return async ({ authority }: Pick<Node, 'authority'>, { numbers, ids }: People) => {
    const number = { from: numbers[from], phone: numbers[to], verified: true };
    const changed = await authority.changeNumber({ userId: ids[by] }, number);
    return changed.ok ? 'changed' : changed.error;
  };
};

type Act = (node: Node, scene: People) => Promise<unknown>;

/** The actions that race with the change of Ann's number. */
const rivals: Readonly<Record<string, Act>> = {
  'another change of it': changes('ann', 'old', 'other'),
  'a change of somebody else to the same number': changes('eve', 'eve', 'next'),
  'a sign-in with the current number': async ({ authority }, { numbers, ids }) => {
    const who = { phone: numbers.old, name: 'new', placeholder: false, verified: true };
    return (await authority.signIn(who)).id === ids.ann ? 'Ann' : 'somebody new';
  },
  'a sign-in with the next number': async ({ authority }, { numbers, ids }) => {
    const who = { phone: numbers.next, name: 'new', placeholder: false, verified: true };
    return (await authority.signIn(who)).id === ids.ann ? 'Ann' : 'somebody new';
  },
  'the end of the account': ({ authority }, { ids }) =>
    authority.deleteAccount({ userId: ids.ann }),
  'the end of the account of a contact': ({ authority }, { ids }) =>
    authority.deleteAccount({ userId: ids.bob }),
  'an import of the next number': imports('cid', 'next'),
  'a renewal of what is hashed': ({ database }) =>
    rekey(database.kysely, keys.second).then(() => undefined),
};

const change = changes('ann', 'old', 'next');

/** The response to an action, or the name of its error: an ended account refuses it. */
const answerOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: Error) => error.constructor.name);

/** Everything stored about these people, by their names and those of their numbers; either key counts. */
async function outcome({ numbers, ids }: People): Promise<unknown> {
  const numberNames = new Map<string | null, string>([
    [null, 'none'],
    ...Object.entries(numbers).map(([name, phone]) => [phone, name] as const),
  ]);
  const hashes = new Map(
    Object.entries(numbers).flatMap(([name, phone]) =>
      keyedHashes(keys.second.phones, phone).map((hash) => [hash.toString('hex'), name] as const),
    ),
  );
  const nameOf = (id: number) => names.find((name) => ids[name] === id) ?? 'somebody new';
  const read = async <Row extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
    (await started.database.pool.query<Row>(text, values)).rows;
  const everyone = Object.values(ids);
  const users = await read<{ id: number; phone: string | null; hash: string | null }>(
    `select id, phone, encode(phone_hash, 'hex') as hash from users
     where id = any($1) or phone = any($2) order by id`,
    everyone,
    Object.values(numbers),
  );
  const former = await read<{ id: number; phone: string | null; hash: string }>(
    `select user_id as id, phone, encode(phone_hash, 'hex') as hash from former_numbers
     where user_id = any($1)`,
    users.map(({ id }) => id),
  );
  const feed = await read<{ id: number; kind: string; ref_id: number; removed: boolean }>(
    `select user_id as id, kind, ref_id, removed from feed
     where user_id = any($1) and kind <> 'notification' order by user_id, kind, ref_id`,
    everyone,
  );
  const notices = await read<{ id: number; kind: string; count: number }>(
    `select user_id as id, kind, count(*)::int as count from notifications
     where user_id = any($1) group by user_id, kind order by user_id, kind`,
    everyone,
  );
  const numberOf = (phone: string | null) => numberNames.get(phone) ?? 'unknown';
  const hashOf = (hash: string | null) =>
    hash === null ? 'none' : (hashes.get(hash) ?? 'under no known key');
  return {
    users: users.map(({ id, phone, hash }) => [nameOf(id), numberOf(phone), hashOf(hash)]),
    former: former
      .map(({ id, phone, hash }) => `${nameOf(id)} ${numberOf(phone)} ${hashOf(hash)}`)
      .toSorted((one, other) => one.localeCompare(other)),
    feed: feed.map(({ id, kind, ref_id, removed }) => [nameOf(id), kind, nameOf(ref_id), removed]),
    notices: notices.map(({ id, kind, count }) => [nameOf(id), kind, count]),
  };
}

/** The outcome of the change and its rival, with both responses. */
async function after(
  run: (scene: People) => Promise<readonly [unknown, unknown]>,
): Promise<string> {
  const scene = await people();
  const answers = await run(scene);
  return JSON.stringify([answers, await outcome(scene)]);
}

/**
 * An action that races with the change, and its node; `earlier` runs on it while the change is about to lock
 * people.
 */
interface Meeting {
  readonly node: Node;
  readonly rival: Act;
  readonly earlier?: Act;
}

/** The change, stopped before its primitive at that place while the rival runs as far as it can. */
async function met(
  { node, rival, earlier }: Meeting,
  place: number,
): Promise<{ readonly got: string; readonly isOver: boolean }> {
  let seen = 0;
  let isOver = true;
  const got = await after(async (scene) => {
    let meeting: Promise<unknown> | null = null;
    let isEarly = earlier !== undefined;
    const store = gatedStore(first.store, async (primitive) => {
      if (isEarly && primitive !== 'lockUsers') return;
      if (isEarly) await earlier?.(node, scene);
      isEarly = false;
      seen += 1;
      if (seen !== place) return;
      isOver = false;
      meeting = answerOf(rival(node, scene));
      await waitsOrEnds(started.database.pool, meeting);
    });
    const changed = await answerOf(change({ authority: authorityOver(store) }, scene));
    return [changed, await (meeting ?? answerOf(rival(node, scene)))];
  });
  return { got, isOver };
}

async function expectInOrder(meeting: Meeting): Promise<void> {
  const { node, rival, earlier } = meeting;
  const inOrder = [
    await after(async (scene) => {
      await earlier?.(node, scene);
      return [await answerOf(change(first, scene)), await answerOf(rival(node, scene))];
    }),
    await after(async (scene) => {
      await earlier?.(node, scene);
      const theirs = await answerOf(rival(node, scene));
      return [await answerOf(change(first, scene)), theirs];
    }),
  ];
  for (let place = 1; ; place += 1) {
    const { got, isOver } = await met(meeting, place);
    expect(inOrder, `stopped at primitive ${place}`).toContain(got);
    if (isOver) break;
  }
}

test.each(casesOf(dailyPart, Object.entries(rivals)))(
  '[NUMBER-09] a change of number that races at any point with %s on another node has the same result as one after the other',
  (_what, rival) => expectInOrder({ node: second, rival }),
  300_000,
);

test(
  '[NUMBER-09] two people who take numbers that the other has imported find each other',
  () =>
    expectInOrder({
      node: alike,
      earlier: imports('eve', 'next'),
      rival: changes('eve', 'eve', 'free'),
    }),
  300_000,
);

test(
  '[NUMBER-09] a person who becomes a contact while a change of number waits for their lock is imported either before or after it',
  () =>
    expectInOrder({
      node: alike,
      earlier: imports('ann', 'eve'),
      rival: imports('eve', 'next'),
    }),
  300_000,
);

test('[NUMBER-09] the second of two changes to the same number is refused, also on another node', async () => {
  const scene = await people();
  const answers = [await change(first, scene), await changes('ann', 'old', 'other')(second, scene)];
  expect(answers).toEqual(['changed', 'other_number']);
});
