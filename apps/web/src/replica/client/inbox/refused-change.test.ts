import { storedName, type LocalItem, type QueuedRequest } from '@foray/sync';
import { refusedChange } from './refused-change.ts';

const since = '2026-01-01T00:00:00.000Z';
const replica = {
  row: (uuid: string) => (uuid === 'a' ? ({ type: 'task' } as LocalItem) : undefined),
};
const blocked = (
  id: string,
  why: Extract<QueuedRequest['state'], { kind: typeof storedName.blocked }>['why'],
) =>
  ({
    id,
    method: 'PATCH',
    url: '/api/items/a',
    itemUuid: 'a',
    state: { kind: storedName.blocked, why, since },
  }) as QueuedRequest;
const verdict = { kind: 'verdict', code: 'forbidden', status: 403 } as const;

test('a refusal names its change and type if it is the only one and was refused itself', () => {
  const one = blocked('1', verdict);
  const described = { change: 'patch', type: 'task', status: 403 };
  expect(refusedChange([one], replica)).toEqual(described);
  expect(refusedChange([], replica)).toBeNull();
  expect(refusedChange([one, blocked('2', verdict)], replica)).toBeNull();
  const failed = blocked('1', { kind: 'server_errors', status: 500 });
  expect(refusedChange([failed], replica)).toBeNull();
  expect(refusedChange([blocked('1', { kind: 'dependency', on: '0' })], replica)).toBeNull();
  expect(refusedChange([{ ...one, itemUuid: 'gone' }], replica)).toBeNull();
});
