import { routes, type OperationId } from '@foray/contract';
import type { RequiredAnswer } from '@foray/model';
import { browserKeys } from '../browser-keys.ts';
import { freshPhone, type TestAnswer } from '../test-client.ts';
import { actors, equal, type Case, type RightsScene } from './scene.ts';
import { valueIn } from './world.ts';

/** Cases of the caller's account, contacts, notifications and push messages. */
export function accountCases(scene: RightsScene): Case[] {
  const ok =
    (status: number, changes = false) =>
    (): RequiredAnswer => ({ status, changes });
  const other = scene.sessionIds.get('another user') ?? 0;
  const plain =
    (operation: OperationId, body?: unknown, path: string = routes[operation].path) =>
    () => ({ url: path, ...(body !== undefined && { body }) });
  const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: browserKeys };
  return [
    ...scene.forEach(
      'getMe',
      '',
      plain('getMe'),
      ok(200),
      (actor) =>
        ({ body }) =>
          equal(body.user.id, scene.person(actor).id),
    ),
    ...scene.forEach('updateMe', '', plain('updateMe', { name: 'New', id: 4 }), ok(200, true)),
    ...scene.forEach(
      'changeNumber',
      "another's",
      plain('changeNumber', { phone: scene.person('another user').phone }),
      () => ({ status: 409, code: 'number_taken' }),
    ),
    ...scene.forEach(
      'exportMe',
      'everything about oneself',
      plain('exportMe'),
      ok(200),
      (actor) =>
        ({ body }) => {
          const items = body.items.map(({ uuid }: { uuid: string }) => uuid).toSorted();
          const seen = [...scene.rights.sight(actor)].map((name) => scene.ref(name).uuid);
          const sessions = body.sessions.map(({ id }: { id: number }) => id);
          return equal(
            [body.account.id, sessions, items],
            [scene.person(actor).id, [scene.sessionIds.get(actor)], seen.toSorted()],
          );
        },
    ),
    ...scene.forEach(
      'putPrivateRows',
      'a row of their own',
      plain('putPrivateRows', { rows: [{ kind: 'setting', id: 'start', value: { path: '/' } }] }),
      ok(204, true),
    ),
    ...scene.forEach(
      'listSessions',
      '',
      plain('listSessions'),
      ok(200),
      (actor) =>
        ({ body }) =>
          equal(
            body.data.map(({ id }: { id: number }) => id),
            [scene.sessionIds.get(actor)],
          ),
    ),
    ...scene.forEach(
      'endSession',
      "another's",
      plain('endSession', undefined, `/api/sessions/${other}`),
      () => ({ status: 404, code: 'not_found' }),
    ),
    ...scene.forEach(
      'endSession',
      "one's own",
      (actor) =>
        plain('endSession', undefined, `/api/sessions/${scene.sessionIds.get(actor) ?? other}`)(),
      ok(204, true),
    ),
    ...scene.forEach(
      'countRecoveryCodes',
      '',
      plain('countRecoveryCodes'),
      ok(200),
      () =>
        ({ body }) =>
          equal(body, { left: 0 }),
    ),
    ...scene.forEach('makeRecoveryCodes', 'without codes', plain('makeRecoveryCodes', {}), () => ({
      status: 403,
      code: 'forbidden',
    })),
    ...scene.forEach(
      'listSecurityEvents',
      '',
      plain('listSecurityEvents'),
      ok(200),
      () =>
        ({ body }) =>
          // The caller's own event, from the beginning of the session.
          equal(body.data.at(-1).current, true),
    ),
    ...(
      [
        ['listInvitations', plain('listInvitations')],
        ['makeInvitations', plain('makeInvitations', { people: [{ phone: '+1', name: 'Ada' }] })],
        ['revokeInvitation', plain('revokeInvitation', undefined, '/api/invitations/1')],
      ] as const
    ).flatMap(([operation, call]) =>
      scene.forEach(operation, 'of an operator', call, () => ({ status: 403, code: 'forbidden' })),
    ),
    ...scene.forEach('endSessions', '', plain('endSessions'), ok(204, true)),
    ...scene.forEachAct({ kind: 'leave' }),
    ...scene.forEach('logout', '', plain('logout'), ok(204, true)),
    ...contactCases(scene),
    ...scene.forEach('readNotifications', '', plain('readNotifications', { up_to: 1 }), ok(204)),
    ...scene.forEach(
      'readNotifications',
      'all that one has',
      plain('readNotifications', { up_to: 1_000_000 }),
      // Everybody's feed has at least a mutual contact.
      ok(204, true),
    ),
    ...scene.forEach('getPushKey', '', plain('getPushKey'), ok(200)),
    ...scene.forEach('startPush', '', plain('startPush', subscription), ok(204, true)),
    ...scene.forEach(
      'endPush',
      'of no user',
      plain('endPush', { endpoint: subscription.endpoint }),
      ok(204),
    ),
  ];
}

/** Cases of importing numbers, of users and unknown ones, and of reading mutual contacts. */
function contactCases(scene: RightsScene): Case[] {
  const imports = (phones: readonly string[]) => () => ({
    url: '/api/contacts/sync',
    body: { contacts: phones.map((phone) => phone.replace('+', '')) },
  });
  const accepted =
    (count: number, invalid: readonly string[] = []) =>
    () =>
    ({ body }: TestAnswer) =>
      equal(body, { count, beyond: [], invalid });
  const ok = (changes: boolean) => (): RequiredAnswer => ({ status: 200, changes });
  const unknown = [freshPhone(), freshPhone()];
  // 'another user' has none of their numbers; no user has imported 'member'.
  const people = ['member', 'another user'].map((name) => scene.person(name).phone);
  const strangers = (actor: string) =>
    ['stranger', 'viewer through a descendant'].filter((name) => name !== actor);
  return [
    ...scene.forEach('syncContacts', 'nothing', imports([]), ok(false), accepted(0)),
    ...scene.forEach('syncContacts', 'unknown numbers', imports(unknown), ok(true), accepted(2)),
    ...scene.forEach('syncContacts', 'numbers of people', imports(people), ok(true), accepted(2)),
    ...scene.forEach(
      'syncContacts',
      'people who do not have my number',
      (actor) => imports(strangers(actor).map((name) => scene.person(name).phone))(),
      ok(true),
      (actor) => accepted(strangers(actor).length)(),
    ),
    ...scene.forEach(
      'syncContacts',
      'what is no number',
      imports(['12', 'x']),
      ok(false),
      accepted(0, ['12', 'x']),
    ),
    ...scene.forEach(
      'listMutuals',
      '',
      () => ({ url: '/api/contacts/mutuals' }),
      ok(false),
      (actor) =>
        ({ body }) => {
          const { people, facts } = scene.world;
          const mutuals = [...people].filter(([name]) => facts.mutuals.has(`${actor} ${name}`));
          const wanted = mutuals.map(([name, { id, phone }]) => ({
            id,
            name: `Name of ${name}.`,
            phone,
          }));
          return equal(body, { mutuals: wanted.toSorted((a, b) => a.id - b.id) });
        },
    ),
    ...blockCases(scene),
  ];
}

/**
 * Cases of removing and blocking a mutual contact and nobody else, and of reporting also a former contact.
 */
function blockCases(scene: RightsScene): Case[] {
  const report = { reason: 'spam', text: 'Sells watches.' };
  // Everybody's contact with 'member' ended before.
  const people = ['mutual contact', 'member', 'sample 1', 'no user 999999'];
  const acts = people.flatMap((person) => [
    ...scene.forEachAct({ kind: 'removeContact', person }),
    ...scene.forEachAct({ kind: 'block', person }),
    ...scene.forEachAct({ kind: 'block', person }, { body: { leave: true } }),
    ...scene.forEachAct({ kind: 'unblock', person }),
  ]);
  const reports = people.flatMap((person, index) =>
    [report, { ...report, block: true }].flatMap((body) =>
      scene.forEach(
        'reportContact',
        person,
        () => ({ url: `/api/contacts/${valueIn(scene.world, `person ${person}`)}/report`, body }),
        () => (index < 2 ? { status: 204, changes: true } : { status: 404, code: 'not_found' }),
      ),
    ),
  );
  return [
    ...acts,
    ...reports,
    ...scene.forEach(
      'listBlocked',
      '',
      () => ({ url: '/api/contacts/blocked' }),
      () => ({ status: 200 }),
      () =>
        ({ body }) =>
          equal(body, { blocked: [] }),
    ),
  ];
}

/** Cases that need no session, and the stream of events. */
export function openCases(scene: RightsScene): Case[] {
  const open = (
    operation: OperationId,
    expected: RequiredAnswer,
    body?: unknown,
    expired: RequiredAnswer = expected,
  ): Case[] =>
    actors.map((actor) => ({
      operation,
      actor,
      about: 'no session is needed',
      call: {
        method: routes[operation].method,
        url: routes[operation].path,
        ...(body !== undefined && { body }),
      },
      expected: actor === 'expired session' ? expired : expected,
    }));
  const ok: RequiredAnswer = { status: 200 };
  // The token of an ended session is invalid; the browser fetches another one.
  const csrf: RequiredAnswer = { status: 403, code: 'csrf' };
  const phone = freshPhone();
  return [
    ...open('getCsrfCookie', { status: 204 }),
    ...open('login', { status: 200, changes: true }, { phone, name: 'New' }, csrf),
    ...open('requestLoginCode', ok, { phone }, csrf),
    ...open(
      'readInvitation',
      { status: 422, code: 'invalid_code' },
      { token: 'A'.repeat(22) },
      csrf,
    ),
    ...open('getConfig', ok),
    ...open('getOpenApi', ok),
    ...open('isAlive', ok),
    ...open('isReady', ok),
    ...scene.forEach(
      'watchEvents',
      '',
      () => ({ url: '/api/events' }),
      () => ok,
    ),
  ];
}
