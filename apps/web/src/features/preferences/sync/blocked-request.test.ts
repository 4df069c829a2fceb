import { storedName } from '@foray/sync';
import { describeRequest, reasonOf } from './blocked-request.ts';

test('a request is described by its action and the title of its item', () => {
  const url = '/api/items';
  const data = { title: 'Buy oars' };
  expect(describeRequest({ method: 'POST', url, data }, undefined)).toBe('Create “Buy oars”');
  expect(describeRequest({ method: 'PATCH', url: `${url}/u`, data }, 'Oars')).toBe('Change “Oars”');
  expect(
    describeRequest({ method: 'POST', url: `${url}/u/assign`, data: { user_id: 1 } }, 'Oars'),
  ).toBe('Assign “Oars”');
  expect(describeRequest({ method: 'DELETE', url: `${url}/u`, data: null }, undefined)).toBe(
    'Delete “Untitled”',
  );
});

test('a code without a text of its own gets a general reason', () => {
  const since = '2026-01-01T00:00:00.000Z';
  const refused = (code: string) =>
    reasonOf({
      state: { kind: storedName.blocked, why: { kind: 'verdict', code, status: 422 }, since },
    });
  expect(refused('illegal_parent')).toBe('It cannot be put there.');
  expect(refused('items_per_account')).toContain('its limit of items');
  expect(refused('bytes_per_account')).toContain('its limit of text');
  expect(refused('assignments_per_day')).toContain('50 items to this person');
  expect(refused('copies_per_item')).toContain('ahead of its dates');
  expect(refused('some_new_code')).toBe('The server refused it (422).');
});

test('[SYNC-08] a request that a proxy stopped has a different reason than a server error', () => {
  const since = '2026-01-01T00:00:00.000Z';
  const failed = (status: number) =>
    reasonOf({
      state: { kind: storedName.blocked, why: { kind: 'server_errors', status }, since },
    });
  expect(failed(500)).toContain('The server failed three times');
  expect(failed(403)).toContain('between this device and the server');
  expect(failed(0)).toContain('did not answer');
  expect(describeRequest({ method: 'POST', url: '/api/notifications/read', data: {} }, '')).toBe(
    'Mark notifications as read',
  );
});
