import type { RequiredAnswer } from '@foray/model';
import { type Case, equal, type RightsScene, unauthenticated } from './scene.ts';

/** Some of the changes as an entry of a batch too, each with its own outcome. */
export function inBatch(one: Case, index: number): Case[] {
  if (index % 8 !== 0) return [];
  const { method, url, body } = one.call;
  const entry = { id: 'one', method, url, ...(body !== undefined && { data: body }) };
  const batch: Case = {
    ...one,
    operation: 'runBatch',
    about: `${one.operation}: ${one.about}`,
    call: { method: 'POST', url: '/api/batch', body: { requests: [entry] } },
  };
  if (one.expected === unauthenticated) return [batch];
  const { status, code, changes } = one.expected;
  return [
    {
      ...batch,
      expected: { status: 200, changes: changes ?? false },
      also: ({ body: { results } }) =>
        equal([results[0].status, results[0].body?.error?.code], [status, code]),
    },
  ];
}

/**
 * Cases of missing items, at each route that names one item: no other case has another response than these.
 */
export function missingCases(scene: RightsScene): Case[] {
  const user_id = scene.person('another user').id;
  const requests = [
    ['getItem', '/api/items/99999999', undefined],
    ['updateItem', '/api/items/99999999', { title: 'New' }],
    ['deleteItem', '/api/items/99999999', undefined],
    ['assignItem', '/api/items/99999999/assign', { user_id }],
    ['labelItem', '/api/items/99999999/labels', { add: ['home'] }],
    ['placeItem', '/api/items/99999999/position', { position: 'K' }],
    ['actOnOccurrence', '/api/items/99999999/occurrences', { n: 1 }],
    ['undoOccurrence', '/api/items/99999999/occurrences/1', undefined],
    ['removePerson', '/api/items/99999999/remove', { user_id }],
    ['restoreItem', '/api/items/99999999/restore', undefined],
    ['listActivity', '/api/campaigns/99999999/activity', undefined],
    ['listItemActivity', '/api/items/99999999/activity', undefined],
  ] as const;
  return requests.flatMap(([operation, url, body]) =>
    scene.forEach(
      operation,
      'an item that there is not',
      () => ({ url, ...(body !== undefined && { body }) }),
      () => ({ status: 404, code: 'not_found' }),
    ),
  );
}

/** Headers that name states and other requests reveal nothing to a user who may not see the item. */
export function headerCases(scene: RightsScene): Case[] {
  return ['task A', 'todo C', 'task H'].flatMap((name) => {
    const answerTo = (actor: string) => scene.answerToEdit(actor, name);
    const call = (headers: Readonly<Record<string, string>>) => () => ({
      url: `/api/items/${scene.ref(name).uuid}`,
      body: { title: 'New' },
      headers,
    });
    const failing =
      (refused: RequiredAnswer) =>
      (actor: string): RequiredAnswer => {
        const answer = answerTo(actor);
        return answer.status === 200 ? refused : answer;
      };
    return [
      ...scene.forEach(
        'updateItem',
        `${name}, based on another state`,
        call({ 'if-match': '"another:7"' }),
        failing({ status: 412, code: 'stale' }),
        () =>
          ({ status, body }) =>
            equal('item' in body.error, status === 412),
      ),
      ...scene.forEach(
        'updateItem',
        `${name}, after a request of another user`,
        call({ 'x-after': 'key of another user' }),
        // No actor has sent that request, and the server checks this before it looks for the item.
        (actor) => {
          const answer = answerTo(actor);
          return answer.status === 403 ? answer : { status: 424, code: 'after_failed' };
        },
      ),
      ...scene.forEach(
        'updateItem',
        `${name}, under the key of another user`,
        call({ 'idempotency-key': 'key of another user' }),
        answerTo,
      ),
      ...scene.forEach(
        'updateItem',
        `${name}, for another account`,
        call({ 'x-actor': String(scene.person('another user').id) }),
        () => ({ status: 409, code: 'wrong_actor' }),
      ),
    ];
  });
}
