import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { codeOf } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

test.each([
  ['a title over 255', { type: 'todo', title: 'x'.repeat(256) }, 422, 'invalid', 'title'],
  [
    'an unknown assignee',
    { type: 'todo', title: 'x', assigned_to: 999 },
    422,
    'unknown_assignee',
    'assigned_to',
  ],
  ['no object', [], 422, 'invalid', 'body'],
])('bad input changes nothing: %s', async (_name, body, status, code, field) => {
  const client = await server.signedIn();
  const before = await server.rows();
  const answer = await client.post('/api/items', body);
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  expect(Object.keys(answer.body.error.fields ?? {})).toEqual([field]);
  expect(await server.rows()).toBe(before);
});

test('bad input changes nothing: broken JSON, another media type, a body over 1 MB, a batch over 512 KB', async () => {
  const client = await server.signedIn();
  const before = await server.rows();
  const broken = await client.send('POST', '/api/items', { raw: '{"type": "todo", ' });
  expect([broken.status, codeOf(broken)]).toEqual([400, 'bad_json']);
  const form = await client.send('POST', '/api/items', {
    raw: 'type=todo',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([form.status, codeOf(form)]).toEqual([400, 'bad_json']);
  const raw = JSON.stringify({ type: 'todo', title: 'x', description: 'y'.repeat(1_100_000) });
  const large = await client.send('POST', '/api/items', { raw });
  expect([large.status, codeOf(large)]).toEqual([413, 'too_large']);
  const batch = await client.send('POST', '/api/batch', { raw: raw.slice(0, 600_000) });
  expect([batch.status, codeOf(batch)]).toEqual([413, 'too_large']);
  expect(await server.rows()).toBe(before);
});

test('bad input changes nothing: keys in a batch that do not fit into a header', async () => {
  const client = await server.signedIn();
  const { id } = await client.create();
  const before = await server.rows();
  const request = { id: 'a', method: 'PATCH', url: `/api/items/${id}`, data: { title: 'b' } };
  for (const wrong of [{ id: '\u0000' }, { id: '\ud800' }, { id: '' }, { after: '\u0000' }]) {
    const requests = [{ ...request, ...wrong }];
    const answer = await client.post('/api/batch', { requests });
    const fields = Object.keys(answer.body.error.fields ?? {});
    const field = `requests.0.${Object.keys(wrong).join()}`;
    expect([answer.status, codeOf(answer), fields]).toEqual([422, 'invalid', [field]]);
  }
  expect(await server.rows()).toBe(before);
});

test('bad input changes nothing: an unknown path, a wrong method, a wrong query', async () => {
  const client = await server.signedIn();
  expect(codeOf(await client.get('/api/nothing'))).toBe('not_found');
  expect(codeOf(await client.post('/api/me'))).toBe('not_found');
  for (const ref of ['not-an-id', '%00', '0', '-1', '99999999999999999999', 'x'.repeat(300)]) {
    expect(codeOf(await client.get(`/api/items/${ref}`))).toBe('not_found');
  }
  expect(codeOf(await client.get('/api/items/%zz'))).toBe('not_found');
  const query = await client.get('/api/items?type=todo&page=0');
  expect([query.status, query.body.error.fields]).toEqual([422, { page: 'malformed' }]);
});
