import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { codeBrowsers } from '../testing/code-browsers.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf } from '../testing/test-client.ts';
import type { TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';
import { hashToken } from '../../db/account/session-reads.ts';
import { cleanUpDatabase } from '../../db/upkeep/clean-up.ts';
import { answerAdmin } from '../../bin/admin-command.ts';
import { readAdminCommand } from '../../bin/admin-arguments.ts';
import { inviteUsage, readInvitees, readInviteCommand } from '../../bin/invite-arguments.ts';
import { answerInvite } from '../../bin/invite-command.ts';

const server = await sharedInFile(startServerUnderTest());
const { browser, number, ask, lastCode, signIn } = codeBrowsers(() => server, '15133450000');
const dayMs = 86_400_000;

const scene = () => ({
  database: server.database,
  folder: null,
  env: { PUBLIC_URL: 'https://foray.example' },
});
const invite = (...args: readonly string[]) =>
  answerInvite(scene(), readInviteCommand(args), server.clock.nowMs);

/** Invites one person by the command, and returns the token of the link. */
async function tokenFor(phone: string, ...args: readonly string[]): Promise<string> {
  const said = await invite('--phone', phone, '--name', 'Ada', '--json', ...args);
  const [{ link }] = JSON.parse(said);
  expect(link).toMatch(/^https:\/\/foray\.example\/login#[\w-]{22}$/);
  return link.split('#')[1];
}

const accept = (
  client: TestClient,
  phone: string,
  invitation: string,
  name = 'Ada',
  attempt?: string,
) => client.post('/api/login', { phone, name, invitation, ...(attempt && { attempt }) });

const reasonOf = (answer: Awaited<ReturnType<typeof accept>>) => [
  answer.status,
  codeOf(answer),
  answer.body.error.fields?.invitation,
];

async function notices(client: TestClient): Promise<string[]> {
  const { notifications } = (await client.get('/api/changes?since=0')).body;
  return notifications.map(({ kind }: { kind: string }) => kind);
}

test('[INVITE-01] an invitation signs in once, without a message, and only its hash is stored', async () => {
  const phone = number();
  const token = await tokenFor(phone);
  const client = await browser();
  const read = await client.post('/api/invitation', { token });
  expect([read.status, read.body]).toEqual([200, { name: 'Ada', phone }]);
  const answer = await accept(client, phone, token, 'Ada Byron');
  expect([answer.status, answer.body.user]).toMatchObject([200, { phone, name: 'Ada Byron' }]);
  expect((await client.get('/api/me')).body.user.phone).toBe(phone);
  const rows = await server.database.kysely.selectFrom('invitations').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  for (const other of [await browser(), client]) {
    expect(reasonOf(await accept(other, phone, token))).toEqual([422, 'invalid_code', 'used']);
    expect(reasonOf(await other.post('/api/invitation', { token }))[2]).toBe('used');
  }
});

test('[INVITE-01] two browsers at once: one signs in', async () => {
  const phone = number();
  await signIn(await browser(), phone);
  const token = await tokenFor(phone, '--existing');
  const clients = [await browser(), await browser(), await browser()];
  const answers = await Promise.all(clients.map((client) => accept(client, phone, token)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 422, 422]);
});

test('[INVITE-02] an invitation that was revoked, has expired or never existed is refused with the reason', async () => {
  const phone = number();
  const client = await browser();
  const [revoked, expired] = [await tokenFor(phone), await tokenFor(phone, '--days', '2')];
  const [{ id }] = JSON.parse(await invite('list', '--json')).slice(1);
  expect(await invite('revoke', String(id))).toContain('is revoked');
  await expect(invite('revoke', String(id))).rejects.toThrow('There is no open invitation');
  server.clock.nowMs += 2 * dayMs;
  for (const [token, why] of [
    [revoked, 'revoked'],
    [expired, 'expired'],
    ['A'.repeat(22), 'unknown'],
  ] as const) {
    expect(reasonOf(await client.post('/api/invitation', { token }))[2]).toBe(why);
    expect(reasonOf(await accept(client, phone, token))).toEqual([422, 'invalid_code', why]);
  }
  expect((await client.post('/api/invitation', { token: 'short' })).status).toBe(422);
  expect((await client.get('/api/me')).status).toBe(401);
  const states = (await invite('list')).split('\n').map((line) => line.split(/ {2,}/)[1]);
  expect(states.slice(0, 3)).toEqual(['state', 'expired', 'revoked']);
});

test('[INVITE-03] an invitation opens no account that the number has, unless the command says so, and then its owner is told', async () => {
  const phone = number();
  const owner = await browser();
  const { id } = (await signIn(owner, phone)).body.user;
  const stranger = await browser();
  const token = await tokenFor(phone);
  expect(codeOf(await accept(stranger, phone, token))).toBe('number_taken');
  expect((await stranger.get('/api/me')).status).toBe(401);
  expect(await notices(owner)).toEqual([]);

  const opening = await tokenFor(phone, '--existing');
  const opened = await accept(stranger, phone, opening, 'Eve');
  expect(opened.body.user).toMatchObject({ id, name: 'Ada' });
  expect(await notices(owner)).toEqual(['new_device']);
  expect((await owner.get('/api/me')).status).toBe(200);
  const { data } = (await owner.get('/api/security-events')).body;
  const kinds = data.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['operator_acted', 'signed_in_new_device']));
});

test('[INVITE-03] a link to an existing account opens that account only, and none that gets its number later', async () => {
  const [phone, next] = [number(), number()];
  const owner = await browser();
  await signIn(owner, phone);
  const token = await tokenFor(phone, '--existing');
  const early = await tokenFor(next, '--existing');
  const codeFor = async (to: string, purpose: string) => {
    await owner.post('/api/login/code', { phone: to, purpose });
    return lastCode();
  };
  const code = await codeFor(phone, 'change_number');
  const new_code = await codeFor(next, 'new_number');
  expect((await owner.post('/api/me/phone', { phone: next, code, new_code })).status).toBe(200);
  const stranger = await browser();
  expect(reasonOf(await accept(stranger, phone, token))).toEqual([422, 'invalid_code', 'revoked']);
  await signIn(await browser(), phone);
  expect(reasonOf(await stranger.post('/api/invitation', { token }))[2]).toBe('revoked');
  expect(reasonOf(await accept(stranger, phone, token))).toEqual([422, 'invalid_code', 'revoked']);
  // This number had no account when its link was made.
  expect(codeOf(await accept(stranger, next, early))).toBe('number_taken');
  expect((await stranger.get('/api/me')).status).toBe(401);
});

test('[INVITE-03] a link to an account ends when the holder of the number empties the account', async () => {
  const phone = number();
  await accept(await browser(), phone, await tokenFor(phone));
  const token = await tokenFor(phone, '--existing');
  const holder = await browser();
  const code = await ask(holder, phone);
  await holder.post('/api/login', { phone, name: 'Bo', code, start: 'empty' });
  const answer = await accept(await browser(), phone, token);
  expect(reasonOf(answer)).toEqual([422, 'invalid_code', 'unknown']);
});

test('[INVITE-03] the number of an invited account stays unverified: its holder can empty the account with a code', async () => {
  const phone = number();
  const invited = await browser();
  await accept(invited, phone, await tokenFor(phone));
  await invited.create({ title: 'Not theirs' });
  const holder = await browser();
  const code = await ask(holder, phone);
  const asked = await holder.post('/api/login', { phone, name: 'Bo', code });
  expect(codeOf(asked)).toBe('start_unclear');
  const begun = await holder.post('/api/login', { phone, name: 'Bo', code, start: 'empty' });
  expect(begun.status).toBe(200);
  expect((await holder.get('/api/items?type=todo')).body.data).toEqual([]);
  expect((await invited.get('/api/me')).status).toBe(401);
});

test('[INVITE-04] while somebody else is signed in, or the account is suspended, an invitation is refused and stays', async () => {
  const [phone, other] = [number(), number()];
  const client = await browser();
  await signIn(client, other);
  const token = await tokenFor(phone);
  expect(codeOf(await accept(client, phone, token))).toBe('wrong_actor');
  expect((await client.get('/api/me')).body.user.phone).toBe(other);
  expect((await accept(await browser(), phone, token)).status).toBe(200);

  const ports = { nowMs: server.clock.nowMs, ask: () => Promise.resolve('') };
  await answerAdmin(scene(), readAdminCommand(['suspend', phone]), ports);
  const again = await tokenFor(phone, '--existing');
  const refused = await accept(await browser(), phone, again);
  expect([codeOf(refused), refused.body.error.fields]).toEqual([
    'forbidden',
    { account: 'suspended' },
  ]);
});

test('[INVITE-05] tokens are guessed within the limits of signing in', async () => {
  const client = await browser({ rateLimits: 'on' });
  const statuses: number[] = [];
  for (let tried = 0; tried < 41; tried += 1) {
    const token = String(tried).padStart(22, 'x');
    statuses.push((await client.post('/api/invitation', { token })).status);
  }
  expect(statuses.slice(39)).toEqual([422, 429]);
});

test('[INVITE-05] in a minute 40 people behind one address read their invitations and sign in', async () => {
  server.clock.nowMs += 60_000;
  const statuses = new Set<number>();
  for (let person = 0; person < 40; person += 1) {
    const phone = number();
    const token = await tokenFor(phone);
    const client = await browser({ rateLimits: 'on' });
    statuses.add((await client.post('/api/invitation', { token })).status);
    statuses.add((await accept(client, phone, token)).status);
  }
  expect([...statuses]).toEqual([200]);
});

test('[INVITE-06] operators, and nobody else, invite and revoke on their page, and open no account there', async () => {
  const phone = number();
  const config = { operatorPhones: [phone] };
  const operator = await browser(config);
  await accept(operator, phone, await tokenFor(phone));
  // The number is not verified yet.
  expect((await operator.get('/api/invitations')).status).toBe(403);
  await operator.post('/api/logout');
  const code = await ask(operator, phone);
  await operator.post('/api/login', { phone, name: 'Op', code, start: 'keep' });
  expect((await operator.get('/api/sessions')).body.operator).toBe(true);

  const member = await browser(config);
  const known = number();
  await signIn(member, known);
  expect((await member.get('/api/sessions')).body).not.toHaveProperty('operator');
  const people = [
    { phone: number(), name: 'Bo' },
    { phone: known, name: 'Cy' },
  ];
  expect((await member.get('/api/invitations')).status).toBe(403);
  expect((await member.post('/api/invitations', { people })).status).toBe(403);

  const bad = await operator.post('/api/invitations', {
    people: [...people, { phone: '1', name: 'D' }],
  });
  expect(bad.body.error.fields).toEqual({ 'people.2.phone': 'malformed' });
  const made = (await operator.post('/api/invitations', { people })).body.data;
  expect(made.map(({ name }: { name: string }) => name)).toEqual(['Bo', 'Cy']);
  expect(codeOf(await accept(await browser(), known, made[1].token))).toBe('number_taken');
  expect((await member.delete(`/api/invitations/${made[0].id}`)).status).toBe(403);
  expect((await operator.delete(`/api/invitations/${made[0].id}`)).status).toBe(204);
  expect((await operator.delete(`/api/invitations/${made[0].id}`)).status).toBe(404);
  const { data } = (await operator.get('/api/invitations')).body;
  expect(data[1]).toMatchObject({ name: 'Bo', phone: people[0]?.phone, used_at: null });
  expect(data[1].revoked_at).not.toBeNull();
  expect(JSON.stringify(data)).not.toContain(made[1].token);
});

test('[INVITE-07] a file invites everybody in it or nobody, and the log has no name or number', async () => {
  expect(
    readInvitees('\uFEFFName;Telefon\n"Byron; Ada";+49 151 23450001\n\n+4915123450002,Bo\n'),
  ).toEqual([
    { phone: '+4915123450001', name: 'Byron; Ada' },
    { phone: '+4915123450002', name: 'Bo' },
  ]);
  expect(() => readInvitees('name,phone\nAda,12\nBo,+4915123450002\n,+4915123450003')).toThrow(
    'lines have no valid number or no name: 2, 4.',
  );
  expect(() => readInvitees('name,phone\n')).toThrow('The file names nobody.');
  const because = 'Nobody was invited, because these lines';
  const [no, open] = ['have no valid number or no name', 'have a quote that is not closed'];
  const bo = 'Bo,+4915123450002';
  for (const [text, why] of [
    [`Ada,+49151123\n${bo}`, `${no}: 1.`],
    [`Ada;0l51-2345-678\n${bo}`, `${no}: 1.`],
    [`Ada,1234567\n${bo}`, `${no}: 1.`],
    [`${bo}\n\nBob,+49 151 23450002`, 'have the same number: 1 and 3.'],
    [`${bo}\nJ\uFFFDrgen,+4915123450001`, 'are not UTF-8: 2.'],
    [`"Ada,+4915123450001\n${bo}`, `${open}: 1.`],
    [`${bo}\n"Ada"x,+4915123450001`, `${open}: 2.`],
  ] as const) {
    expect(() => readInvitees(text)).toThrow(`${because} ${why}`);
  }
  const read = (text: string) => readInvitees(text).map((one) => `${one.name} ${one.phone}`);
  expect(read(`${bo}\rAda,+4915123450001\r`)).toEqual(['Bo +4915123450002', 'Ada +4915123450001']);
  expect(read('4711000000001,Pau,+376312345')).toEqual(['Pau +376312345']);
  expect(read('"Ada ""B"" C" ,"+4915123450001"')).toEqual(['Ada "B" C +4915123450001']);
  const phone = number();
  await tokenFor(phone);
  const ports = { nowMs: server.clock.nowMs, ask: () => Promise.resolve('') };
  const log = await answerAdmin(scene(), readAdminCommand(['log']), ports);
  expect(log.split('\n')[1]).toMatch(/ {2}invited +- +invitation \d+$/);
  expect(log).not.toMatch(/Ada|\+49/);
  for (const args of [
    [],
    ['--phone', phone],
    ['a.csv', 'b.csv'],
    ['revoke'],
    ['list', '--existing'],
  ]) {
    expect(() => readInviteCommand(args)).toThrow(inviteUsage[0]);
  }
});

test('[INVITE-07] a list of more than 500 invitations says how many more there are, and --all lists them', async () => {
  const { kysely } = server.database;
  await sql`
    insert into invitations (token_hash, phone, name, opens_existing, made_at, expires_at)
    select sha256(i::text::bytea), '+4915123450002', 'Bo', false, now(), now()
    from generate_series(1, 501) i`.execute(kysely);
  const count = JSON.parse(await invite('list', '--json')).length;
  const lines = (await invite('list')).split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([502, `${count - 500} more: add --all.`]);
  expect((await invite('list', '--all')).split('\n')).toHaveLength(count + 1);
  await sql`delete from invitations where phone = '+4915123450002'`.execute(kysely);
});

test('[INVITE-08] invitations are deleted 30 days after their end, and with the account', async () => {
  const { kysely } = server.database;
  const left = async (phone: string) =>
    (await kysely.selectFrom('invitations').select('id').where('phone', '=', phone).execute())
      .length;
  const [kept, used] = [number(), number()];
  await tokenFor(kept);
  const client = await browser();
  await accept(client, used, await tokenFor(used));
  await tokenFor(used, '--existing');
  expect(await left(used)).toBe(2);
  await client.post('/api/login/code', { phone: used, purpose: 'delete_account' });
  expect((await client.delete('/api/me', { code: lastCode() })).status).toBe(204);
  expect(await left(used)).toBe(0);
  await cleanUpDatabase(kysely, server.clock.nowMs + 44 * dayMs);
  expect(await left(kept)).toBe(1);
  await cleanUpDatabase(kysely, server.clock.nowMs + 44 * dayMs + 1);
  expect(await left(kept)).toBe(0);
});

test.each([undefined, 'keep'] as const)(
  '[INVITE-11] the first code for an invited number ends the sessions from before, and its name counts (start: %s)',
  async (start) => {
    const phone = number();
    const stranger = await browser();
    await accept(stranger, phone, await tokenFor(phone), 'Evil');
    if (start === 'keep') {
      await stranger.post('/api/items', { type: 'todo', title: 'a trap' });
    }
    const holder = await browser();
    await ask(holder, phone);
    const answer = await holder.post('/api/login', {
      phone,
      name: 'Ada Byron',
      code: lastCode(),
      ...(start && { start }),
    });
    expect([answer.status, answer.body.user]).toMatchObject([200, { name: 'Ada Byron' }]);
    expect((await stranger.get('/api/me')).status).toBe(401);
    expect((await holder.get('/api/me')).status).toBe(200);
  },
);

describe('a sign-in by an invitation whose answer was lost', () => {
  const repeat = async (phone: string, token: string, attempt: string) => {
    const client = await browser();
    const read = await client.post('/api/invitation', { token, attempt });
    const answer = await accept(client, phone, token, 'Ada', attempt);
    return { client, read, answer };
  };
  const expectUsed = async (phone: string, token: string, attempt: string): Promise<void> => {
    const { read, answer } = await repeat(phone, token, attempt);
    expect(reasonOf(read)[2]).toBe('used');
    expect(reasonOf(answer)).toEqual([422, 'invalid_code', 'used']);
  };

  test('[INVITE-12] is repeated by its name within an hour, and by nothing else', async () => {
    const phone = number();
    const token = await tokenFor(phone);
    const attempt = randomUUID();
    const lost = await repeat(phone, token, attempt);
    expect([lost.read.status, lost.answer.status]).toEqual([200, 200]);
    const { client, read, answer } = await repeat(phone, token, attempt);
    expect([read.status, read.body]).toEqual([200, { name: 'Ada', phone }]);
    expect([answer.status, answer.body.user.id]).toEqual([200, lost.answer.body.user.id]);
    expect(await notices(client)).toEqual([]);
    await expectUsed(phone, token, randomUUID());
    expect(reasonOf(await accept(await browser(), phone, token))[2]).toBe('used');
    const rows = await server.database.kysely.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(attempt);
    server.clock.nowMs += 3_600_000;
    await expectUsed(phone, token, attempt);
  });

  /** Leaves the invitation as a server that stopped before it made the account. */
  const useUp = (phone: string, attempt: string) =>
    server.database.kysely
      .updateTable('invitations')
      .set({
        used_at: new Date(server.clock.nowMs).toISOString(),
        attempt_hash: hashToken(attempt),
      })
      .where('phone', '=', phone)
      .execute();

  test('[INVITE-12] is repeated if the server had stopped before there was an account', async () => {
    const phone = number();
    const token = await tokenFor(phone);
    const attempt = randomUUID();
    await useUp(phone, attempt);
    expect((await repeat(phone, token, attempt)).answer.status).toBe(200);
  });

  test('[INVITE-12] is not repeated into an account that somebody else made meanwhile', async () => {
    const phone = number();
    const token = await tokenFor(phone);
    const attempt = randomUUID();
    await signIn(await browser(), phone);
    await useUp(phone, attempt);
    const { client, answer } = await repeat(phone, token, attempt);
    expect([answer.status, codeOf(answer)]).toEqual([503, 'unavailable']);
    expect((await client.get('/api/me')).status).toBe(401);
  });

  test.each<[string, (phone: string, client: TestClient) => Promise<unknown>]>([
    [
      'the first code for the number',
      async (phone) => {
        const holder = await browser();
        const code = await ask(holder, phone);
        const answer = await holder.post('/api/login', { phone, name: 'Bo', code, start: 'keep' });
        expect(answer.status).toBe(200);
      },
    ],
    [
      'the end of all sessions',
      async (phone, client) => {
        await client.post('/api/login/code', { phone, purpose: 'end_sessions' });
        expect((await client.delete('/api/sessions', { code: lastCode() })).status).toBe(204);
      },
    ],
    [
      'the operator, who signs the person out',
      async (phone) => {
        const ports = { nowMs: server.clock.nowMs, ask: () => Promise.resolve('') };
        await answerAdmin(scene(), readAdminCommand(['sign-out', phone]), ports);
      },
    ],
  ])('[INVITE-12] is not repeated after %s', async (_, end) => {
    const phone = number();
    const token = await tokenFor(phone);
    const attempt = randomUUID();
    const { client } = await repeat(phone, token, attempt);
    await end(phone, client);
    await expectUsed(phone, token, attempt);
    expect((await client.get('/api/me')).status).toBe(401);
  });
});

test('[INVITE-13] links to an account end when the first code proves its number, also if the holder keeps what is there', async () => {
  const phone = number();
  const invited = await browser();
  await accept(invited, phone, await tokenFor(phone));
  await invited.create({ title: 'Kept' });
  const token = await tokenFor(phone, '--existing');
  const holder = await browser();
  const code = await ask(holder, phone);
  const kept = await holder.post('/api/login', { phone, name: 'Bo', code, start: 'keep' });
  expect(kept.status).toBe(200);
  const stranger = await browser();
  expect(reasonOf(await stranger.post('/api/invitation', { token }))[2]).toBe('revoked');
  expect(reasonOf(await accept(stranger, phone, token))).toEqual([422, 'invalid_code', 'revoked']);
  const ports = { nowMs: server.clock.nowMs, ask: () => Promise.resolve('') };
  const log = await answerAdmin(scene(), readAdminCommand(['log']), ports);
  expect(log.split('\n')[1]).toMatch(/ {2}invitation_revoked +\d+ +invitation \d+$/);
  // The operator can make another.
  const again = await tokenFor(phone, '--existing');
  expect((await accept(stranger, phone, again)).status).toBe(200);
});

test('[INVITE-06] the page of an operator lists 500 invitations at a time', async () => {
  const phone = number();
  const operator = await browser({ operatorPhones: [phone] });
  await signIn(operator, phone);
  const { kysely } = server.database;
  await sql`
    insert into invitations (token_hash, phone, name, opens_existing, made_at, expires_at)
    select sha256(i::text::bytea), '+4915123450003', 'Cy', false, now(), now()
    from generate_series(1, 501) i`.execute(kysely);
  const ids: number[] = [];
  for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null;) {
    const { body } = await operator.get(`/api/invitations?before=${next}`);
    expect(body.data.length).toBeLessThanOrEqual(500);
    ids.push(...body.data.map(({ id }: { id: number }) => id));
    next = body.next;
  }
  const all = JSON.parse(await invite('list', '--json'));
  expect(ids).toEqual(all.map(({ id }: { id: number }) => id));
  expect(ids.length).toBeGreaterThan(500);
  expect((await operator.get('/api/invitations?before=first')).status).toBe(422);
  await sql`delete from invitations where phone = '+4915123450003'`.execute(kysely);
});

test('[ADMIN-04] a right code that meets a suspension is refused by name', async () => {
  const phone = number();
  const first = await signIn(await browser(), phone);
  const { id } = first.body.user;
  const client = await browser();
  const code = await ask(client, phone);
  const operator = await server.database.pool.connect();
  try {
    // As `suspend` does, which waits for nobody.
    await operator.query('begin');
    await operator.query('select from users where id = $1 for update', [id]);
    const signingIn = client.post('/api/login', { phone, name: 'Ada', code });
    const waiting = () =>
      server.database.pool
        .query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        .then(({ rowCount }) => rowCount);
    await expect.poll(waiting).toBeGreaterThan(0);
    await operator.query('insert into suspensions (user_id, since) values ($1, now())', [id]);
    await operator.query('commit');
    const answer = await signingIn;
    expect([answer.status, answer.body.error]).toMatchObject([
      403,
      { code: 'forbidden', fields: { account: 'suspended' } },
    ]);
  } finally {
    operator.release();
  }
});
