import { sql } from 'kysely';
import { codeBrowsers } from '../testing/code-browsers.ts';
import { otherThan } from '../testing/sent-codes.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf, freshPhone, type TestAnswer, type TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const path = '/api/me/phone';
const { number, browser: codeBrowser, ask, signIn } = codeBrowsers(() => server, '15112320000');

const change = (client: TestClient, phone: string, code?: string, new_code?: string) =>
  client.post(path, { phone, code, new_code, end_other_sessions: false });

async function changed(client: TestClient, from: string, to: string): Promise<TestAnswer> {
  return change(client, to, await ask(client, from), await ask(client, to));
}

test('[NUMBER-01] a change of number needs a fresh code of each number, in this browser', async () => {
  const [from, to] = [number(), number()];
  const [client, other] = [await codeBrowser(), await codeBrowser()];
  const used = await ask(client, from);
  await client.post('/api/login', { phone: from, name: 'Ada', code: used });
  const [own, next] = [await ask(client, from), await ask(client, to)];
  const theirs = [await ask(other, from), await ask(other, to)];
  for (const [code, newCode] of [
    [undefined, undefined],
    [own, undefined],
    [undefined, next],
    [used, next],
    [theirs[0], next],
    [own, theirs[1]],
    [own, otherThan(next)],
    [next, own],
  ]) {
    expect(codeOf(await change(client, to, code, newCode))).toBe('invalid_code');
  }
  expect((await client.get('/api/me')).body.user.phone).toBe(from);
  const answer = await change(client, to, await ask(client, from), await ask(client, to));
  expect([answer.status, answer.body.user.phone]).toEqual([200, to]);
});

test('[NUMBER-01] a code of either number confirms one change', async () => {
  const [from, to, third] = [number(), number(), number()];
  const client = await codeBrowser();
  await signIn(client, from);
  const [own, next] = [await ask(client, from), await ask(client, to)];
  expect((await change(client, to, own, next)).status).toBe(200);
  expect(codeOf(await change(client, third, next, await ask(client, third)))).toBe('invalid_code');
});

test('[NUMBER-01] the second of two concurrent changes needs a code of the number that is then current', async () => {
  const [from, ...to] = [number(), number(), number()] as const;
  const client = await codeBrowser();
  await signIn(client, from);
  const own = [await ask(client, from), await ask(client, from)];
  const next = [await ask(client, to[0]), await ask(client, to[1])];
  const answers = await Promise.all(
    to.map((phone, index) => change(client, phone, own[index], next[index])),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(codeOf)).toEqual(['invalid_code']);
});

test('[NUMBER-02] only the holder of a number learns whether it has an account', async () => {
  const [from, taken, free] = [number(), number(), number()];
  const [client, owner] = [await codeBrowser(), await codeBrowser()];
  await signIn(client, from);
  await signIn(owner, taken);
  const answers: unknown[] = [];
  for (const to of [taken, free]) {
    const own = await ask(client, from);
    for (const newCode of [undefined, otherThan(await ask(client, to))]) {
      const { status, body } = await change(client, to, own, newCode);
      answers.push([status, body]);
    }
  }
  expect(answers.slice(0, 2)).toEqual(answers.slice(2));
  const answer = await changed(client, from, taken);
  expect([answer.status, codeOf(answer)]).toEqual([409, 'number_taken']);
  expect((await client.get('/api/me')).body.user.phone).toBe(from);
});

test('[NUMBER-03] account, items and sessions stay, and the devices are notified', async () => {
  const [from, to] = [number(), number()];
  const [client, second] = [await codeBrowser(), await codeBrowser()];
  const { id } = (await signIn(client, from)).body.user;
  await signIn(second, from);
  const item = await client.create({ title: 'Stays' });
  const { cursor } = (await second.get('/api/changes?since=0')).body;
  expect((await changed(client, from, to)).status).toBe(200);
  const me = (await second.get('/api/me')).body.user;
  expect(me).toMatchObject({ id, phone: to, former_phones: [from] });
  expect((await second.get(`/api/items/${item.uuid}`)).status).toBe(200);
  const { users, notifications } = (await second.get(`/api/changes?since=${cursor}`)).body;
  expect(users).toMatchObject([{ id, phone: to }]);
  expect(notifications).toMatchObject([{ kind: 'number_changed', actor_id: id }]);
  const again = await codeBrowser();
  expect((await signIn(again, to)).body.user.id).toBe(id);
});

test('[NUMBER-03] the former number is free at once, and its next holder is notified', async () => {
  const [from, to] = [number(), number()];
  const [client, other] = [await codeBrowser(), await codeBrowser()];
  const { id } = (await signIn(client, from)).body.user;
  await changed(client, from, to);
  const { user } = (await signIn(other, from)).body;
  expect(user.id).not.toBe(id);
  expect(user).toMatchObject({ phone: from, taken_over: true });
  expect(user.former_phones).toBeUndefined();
  expect((await client.get('/api/me')).body.user.taken_over).toBeUndefined();
});

test('[NUMBER-10] the former numbers of an account end with it, and the people who already have one are notified as before', async () => {
  const [from, to, third] = [number(), number(), number()];
  const [client, heir] = [await codeBrowser(), await codeBrowser()];
  const { id } = (await signIn(client, from)).body.user;
  await changed(client, from, to);
  await changed(client, to, third);
  await signIn(heir, from);
  await client.delete('/api/me', { code: await ask(client, third) });
  const { rows } = await sql`select from former_numbers where user_id = ${id}`.execute(
    server.database.kysely,
  );
  expect(rows).toEqual([]);
  const me = async () => (await heir.get('/api/me')).body.user;
  expect(await me()).toMatchObject({ phone: from, taken_over: true });
  // Nothing is kept that would identify a number without an account.
  const later = await codeBrowser();
  expect((await signIn(later, to)).body.user.taken_over).toBeUndefined();
  const next = number();
  await changed(heir, from, next);
  expect(await me()).toMatchObject({ phone: next, former_phones: [from] });
  expect((await me()).taken_over).toBeUndefined();
});

/** A person in open mode. */
async function open(name: string) {
  const client = server.client();
  const phone = freshPhone();
  return { client, phone, id: (await client.signIn(name, phone)).id };
}

type Someone = Awaited<ReturnType<typeof open>>;

const imports = ({ client }: Someone, ...phones: readonly string[]) =>
  client.post('/api/contacts/sync', { contacts: phones.map((phone) => phone.slice(1)) });

const mutualsOf = async ({ client }: Someone) =>
  (await client.get('/api/contacts/mutuals')).body.mutuals
    .map(({ id, phone }: { id: number; phone: string }) => `${id} ${phone}`)
    .toSorted();

test('[NUMBER-04] a person with only the old number is no longer a mutual contact, and one with the new number becomes one', async () => {
  const [ann, bob, cleo, dan] = [
    await open('Ann'),
    await open('Bob'),
    await open('Cleo'),
    await open('Dan'),
  ];
  const to = freshPhone();
  await imports(ann, bob.phone, cleo.phone, dan.phone);
  await imports(bob, ann.phone);
  await imports(cleo, ann.phone, to);
  await imports(dan, to);
  expect(await mutualsOf(ann)).toHaveLength(2);
  const since = async (one: Someone) => (await one.client.get('/api/changes?since=0')).body.cursor;
  const cursors = [await since(bob), await since(cleo), await since(dan)];
  expect((await change(ann.client, to)).status).toBe(200);
  expect(await mutualsOf(ann)).toEqual(
    [cleo, dan].map(({ id, phone }) => `${id} ${phone}`).toSorted(),
  );
  expect(await mutualsOf(bob)).toEqual([]);
  expect(await mutualsOf(cleo)).toEqual([`${ann.id} ${to}`]);
  expect(await mutualsOf(dan)).toEqual([`${ann.id} ${to}`]);
  const news = await Promise.all(
    [bob, cleo, dan].map(
      async ({ client }, index) => (await client.get(`/api/changes?since=${cursors[index]}`)).body,
    ),
  );
  expect(news.map(({ removedMutuals }) => removedMutuals)).toEqual([[ann.id], [], []]);
  expect(news[0]?.users).toMatchObject([{ id: ann.id, phone: '' }]);
  expect(news[1]?.mutuals).toMatchObject([{ id: ann.id, phone: to }]);
  expect(news[1]?.notifications).toEqual([]);
  expect(news[2]?.notifications).toMatchObject([{ kind: 'mutual', actor_id: ann.id }]);
  const { count } = (await ann.client.get('/api/self-check')).body.mutuals;
  expect(count).toBe(2);
});

test('[NUMBER-04] a blocked person stays separate under any other number', async () => {
  const [ann, bob] = [await open('Ann'), await open('Bob')];
  const to = freshPhone();
  await imports(ann, bob.phone);
  await imports(bob, ann.phone, to);
  expect((await bob.client.post(`/api/contacts/${ann.id}/block`)).status).toBe(204);
  expect((await change(ann.client, to)).status).toBe(200);
  expect([await mutualsOf(ann), await mutualsOf(bob)]).toEqual([[], []]);
});

test('[NUMBER-04] assigned items stay assigned after a change of number', async () => {
  const [ann, bob] = [await open('Ann'), await open('Bob')];
  await imports(ann, bob.phone);
  await imports(bob, ann.phone);
  const item = await bob.client.create({ title: 'For Ann', assigned_to: ann.id });
  await change(ann.client, freshPhone());
  expect((await ann.client.get(`/api/items/${item.uuid}`)).body.assigned_to).toBe(ann.id);
});

test('[NUMBER-05] only one of two people who want the same number gets it, and a concurrent import sees who does', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [ann, bob, eve] = [await open('Ann'), await open('Bob'), await open('Eve')];
    const to = freshPhone();
    await imports(ann, eve.phone);
    await imports(bob, eve.phone);
    const [one, other, third] = await Promise.all([
      change(ann.client, to),
      change(bob.client, to),
      imports(eve, to),
    ]);
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const loser = one.status === 409 ? one : other;
    expect(codeOf(loser)).toBe('number_taken');
    expect(third.status).toBe(200);
    const winner = one.status === 200 ? ann : bob;
    expect(await mutualsOf(eve)).toEqual([`${winner.id} ${to}`]);
  }
});

test('[NUMBER-05] a number goes either to a change of number or to a concurrent first sign-in', async () => {
  for (let round = 0; round < 6; round += 1) {
    const ann = await open('Ann');
    const to = freshPhone();
    const newcomer = server.client();
    await newcomer.get('/csrf-cookie');
    const [change_, signedIn] = await Promise.all([
      change(ann.client, to),
      newcomer.post('/api/login', { phone: to, name: 'New' }),
    ]);
    expect(signedIn.status).toBe(200);
    const isSame = signedIn.body.user.id === ann.id;
    expect([change_.status, isSame]).toEqual(isSame ? [200, true] : [409, false]);
  }
});

test('[NUMBER-05] an account can make ten changes of number a day, and none to an invalid number', async () => {
  const client = server.client(await server.build({ rateLimits: 'on' }));
  await client.signIn();
  expect((await change(client, 'x')).body.error.fields).toEqual({ phone: 'malformed' });
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await change(client, freshPhone())).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
