import { loginBody, profileBody } from '../account/auth.ts';
import { batchRequest } from './batch.ts';
import { reportBody } from '../people/blocks.ts';
import { contactsSyncBody } from '../people/people.ts';
import { itemsQuery, searchQuery, trashQuery } from '../items/queries.ts';
import { parseRequest } from './request.ts';

test('a query is read from its texts, with defaults', () => {
  expect(parseRequest(itemsQuery, { type: 'todo', since: '0', page: '2' })).toEqual({
    ok: true,
    value: { type: 'todo', since: 0, page: 2, limit: 500 },
  });
  expect(parseRequest(itemsQuery, { type: 'task' })).toEqual({
    ok: true,
    value: { type: 'task', page: 1, limit: 500 },
  });
});

test('a name is normalised by the rule of the domain', () => {
  expect(parseRequest(loginBody, { phone: ' +49151 ', name: ' Ada ' })).toEqual({
    ok: true,
    value: { phone: '+49151', name: 'Ada' },
  });
});

test.each([
  ['a name of 100', profileBody, { name: 'x'.repeat(100) }],
  ['a limit of 500', itemsQuery, { type: 'todo', limit: '500' }],
  ['page 1', itemsQuery, { type: 'todo', page: '1' }],
  ['a query of 200', searchQuery, { q: 'x'.repeat(200) }],
  ['500 of the trash', trashQuery, { limit: '500' }],
  ['10,000 numbers', contactsSyncBody, { contacts: Array.from({ length: 10_000 }, String) }],
  ['500 characters of a report', reportBody, { reason: 'spam', text: 'x'.repeat(500) }],
  [
    'a batch of 200',
    batchRequest,
    { requests: Array.from({ length: 200 }, () => ({ id: 'a', method: 'POST', url: '/' })) },
  ],
])('%s is valid', (_name, schema, data) => {
  expect(parseRequest(schema, data).ok).toBe(true);
});

test.each([
  ['no body', loginBody, undefined, { body: 'required' }],
  ['a list as body', loginBody, [], { body: 'malformed' }],
  ['nothing in it', loginBody, {}, { phone: 'required', name: 'required' }],
  ['blank fields', loginBody, { phone: ' ', name: ' ' }, { phone: 'required', name: 'required' }],
  ['a phone that is not a text', loginBody, { phone: 1, name: 'x' }, { phone: 'malformed' }],
  ['a name of 101', profileBody, { name: 'x'.repeat(101) }, { name: 'too_long' }],
  ['U+0000 in a name', profileBody, { name: 'a\u0000b' }, { name: 'control_character' }],
  ['no type', itemsQuery, {}, { type: 'required' }],
  ['an unknown type', itemsQuery, { type: 'epic' }, { type: 'unknown_value' }],
  ['a page that is not a number', itemsQuery, { type: 'todo', page: 'x' }, { page: 'malformed' }],
  ['page 0', itemsQuery, { type: 'todo', page: '0' }, { page: 'malformed' }],
  ['a limit of 501', itemsQuery, { type: 'todo', limit: '501' }, { limit: 'malformed' }],
  ['a negative cursor', itemsQuery, { type: 'todo', since: '-1' }, { since: 'malformed' }],
  ['a query of 201', searchQuery, { q: 'x'.repeat(201) }, { q: 'too_long' }],
  ['501 of the trash', trashQuery, { limit: '501' }, { limit: 'malformed' }],
  [
    '10,001 numbers',
    contactsSyncBody,
    { contacts: Array.from({ length: 10_001 }, String) },
    { contacts: 'too_long' },
  ],
  [
    '501 characters of a report',
    reportBody,
    { reason: 'spam', text: 'x'.repeat(501) },
    { text: 'too_long' },
  ],
  [
    'a number inside a list',
    contactsSyncBody,
    { contacts: ['1', 2] },
    { 'contacts.1': 'malformed' },
  ],
  [
    'a batch of 201',
    batchRequest,
    { requests: Array.from({ length: 201 }, () => ({ id: 'a', method: 'POST', url: '/' })) },
    { requests: 'too_long' },
  ],
  [
    'a batch that reads',
    batchRequest,
    { requests: [{ id: 'a', method: 'GET', url: '/' }] },
    { 'requests.0.method': 'unknown_value' },
  ],
])('%s is invalid, and the refusal names it', (_name, schema, data, fields) => {
  const parsed = parseRequest(schema, data);
  expect(parsed.ok ? parsed.value : parsed.error).toMatchObject({ code: 'invalid', fields });
  if (!parsed.ok) expect(parsed.error.fields).toEqual(fields);
});
