import { routes } from '@foray/contract';
import type { OperationId } from '@foray/contract';
import { freshPhone } from '../test-client.ts';
import type { Expected } from './model.ts';
import { actors, equal } from './scene.ts';
import type { Call, Case, RightsScene } from './scene.ts';

/** One's own account, and what this server does not offer yet. */
export function accountCases(scene: RightsScene): Case[] {
  const ok =
    (status: number, changes = false) =>
    (): Expected => ({ status, changes });
  const other = scene.sessionIds.get('somebody else') ?? 0;
  const notYet = (): Expected => ({ status: 503, code: 'unavailable' });
  const plain = (operation: OperationId, body?: unknown, path?: string) => (): Call => ({
    method: routes[operation].method,
    url: path ?? routes[operation].path,
    ...(body !== undefined && { body }),
  });
  const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'k', auth: 'a' } };
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
      () => ({
        status: 404,
        code: 'not_found',
      }),
    ),
    ...scene.forEach(
      'endSession',
      "one's own",
      (actor) =>
        plain('endSession', undefined, `/api/sessions/${scene.sessionIds.get(actor) ?? other}`)(),
      ok(204, true),
    ),
    ...scene.forEach('endSessions', '', plain('endSessions'), ok(204, true)),
    ...scene.forEach('logout', '', plain('logout'), ok(204, true)),
    ...scene.forEach('syncContacts', '', plain('syncContacts', { contacts: [] }), notYet),
    ...scene.forEach('listMutuals', '', plain('listMutuals'), notYet),
    ...scene.forEach('readNotifications', '', plain('readNotifications', { up_to: 1 }), notYet),
    ...scene.forEach('startPush', '', plain('startPush', subscription), notYet),
    ...scene.forEach('endPush', '', plain('endPush', { endpoint: subscription.endpoint }), notYet),
  ];
}

/** What needs no session, and the stream of events. */
export function openCases(scene: RightsScene): Case[] {
  const open = (
    operation: OperationId,
    expected: Expected,
    body?: unknown,
    expired: Expected = expected,
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
  const ok: Expected = { status: 200 };
  // The token of a session that is over is worth nothing; the browser fetches another one.
  const csrf: Expected = { status: 403, code: 'csrf' };
  const phone = freshPhone();
  return [
    ...open('getCsrfCookie', { status: 204 }),
    ...open('login', { status: 200, changes: true }, { phone, name: 'New' }, csrf),
    ...open('requestLoginCode', ok, { phone }, csrf),
    ...open('getConfig', ok),
    ...open('getOpenApi', ok),
    ...open('isAlive', ok),
    ...open('isReady', ok),
    ...scene.forEach(
      'watchEvents',
      '',
      () => ({ method: 'GET', url: '/api/events' }),
      () => ok,
    ),
  ];
}
