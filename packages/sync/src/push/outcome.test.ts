import type { BatchResult, ErrorCode } from '@foray/contract';
import { refused, taken } from '../testing/answers.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';
import { outcomeOf } from './outcome.ts';

const item = serverRow(1);
const edit = queuedRequest(1, 1);
const create = queuedRequest(1, 1, { method: 'POST', url: '/api/items', data: {} });
const remove = queuedRequest(1, 1, { method: 'DELETE', data: null });

/** The outcome of a request that is refused with a code. */
function refusal(code: ErrorCode, request = edit) {
  return outcomeOf(request, refused(request.id, code));
}

/** The outcome of a request that a proxy in front of the server answers. */
function bare(status: number, request = edit) {
  return outcomeOf(request, { id: request.id, status, body: null });
}

test('a request that took effect is done, even if its item may no longer be seen', () => {
  expect(outcomeOf(edit, taken(edit.id, null))).toEqual({ kind: 'done', item: null });
  const unseen = { ...taken(edit.id, item), body: { ...item, permission: null } } as BatchResult;
  expect(outcomeOf(edit, unseen)).toEqual({ kind: 'done', item: null });
  expect(outcomeOf(edit, taken(edit.id, item))).toMatchObject({ kind: 'done', item });
});

test('an entry that was not run, or has an implausible response, is retried unchanged', () => {
  const notRun = { id: edit.id, status: 0 as const, code: 'not_run' as const };
  expect(outcomeOf(edit, notRun)).toEqual({ kind: 'waits' });
  const noItem = { ...refused(edit.id, 'internal'), status: 200 } as BatchResult;
  expect(outcomeOf(edit, noItem)).toEqual({ kind: 'waits' });
});

test('only a create that may be a duplicate, and found the item, is asked about', () => {
  const again = { ...create, isAgain: true } as const;
  expect(outcomeOf(again, taken(create.id, item, 200))).toMatchObject({ kind: 'stale', item });
  expect(outcomeOf(again, taken(create.id, item, 201))).toMatchObject({ kind: 'done', item });
  expect(outcomeOf(create, taken(create.id, item, 200))).toMatchObject({ kind: 'done', item });
});

test('a missing item ends a delete, and leaves a change to be decided on', () => {
  expect(refusal('not_found', remove)).toEqual({ kind: 'deleted', before: true });
  expect(refusal('not_found')).toEqual({ kind: 'missing' });
  const why = { kind: 'verdict', code: 'not_found', status: 404 };
  expect(refusal('not_found', create)).toEqual({ kind: 'blocked', why });
});

test('the refusal of a change that others overtook includes their item, if the server names it', () => {
  expect(outcomeOf(edit, refused(edit.id, 'stale', item))).toMatchObject({ kind: 'stale', item });
  expect(bare(412)).toEqual({ kind: 'stale', item: null });
});

test('a request after one that did not take effect waits for that one, if it names one', () => {
  const behind = { ...edit, basis: { after: 'request-0' } };
  const why = { kind: 'dependency', on: 'request-0' };
  expect(refusal('after_failed', behind)).toEqual({ kind: 'blocked', why });
  const verdict = { kind: 'verdict', code: 'after_failed', status: 424 };
  for (const basis of [null, { ifMatch: 'e1:1' }]) {
    const alone = { ...edit, basis };
    expect(refusal('after_failed', alone)).toEqual({ kind: 'blocked', why: verdict });
  }
});

test.each([
  ['unauthenticated', 401],
  ['wrong_actor', 409],
  ['epoch_changed', 409],
  ['too_old', 426],
] as const)('an entry that is refused as %s ends the cycle', (code, status) => {
  expect(refusal(code)).toEqual({ kind: 'ended', status, code });
});

test('a deleted parent moves a new item to the top level, and refuses a move', () => {
  expect(refusal('parent_gone', create)).toEqual({ kind: 'orphaned' });
  const move = queuedRequest(1, 1, { data: { parent_id: uuidOf(2) } });
  const why = { kind: 'verdict', code: 'parent_gone', status: 409 };
  expect(refusal('parent_gone', move)).toEqual({ kind: 'blocked', why });
  expect(refusal('parent_pending', move)).toEqual({ kind: 'parentless' });
});

test('[SYNC-08] a token error, a timeout and an outage are not refusals of the request', () => {
  expect(refusal('csrf')).toEqual({ kind: 'waits' });
  for (const status of [408, 425, 429, 502, 503, 504]) {
    expect(bare(status)).toEqual({ kind: 'waits' });
  }
});

test('[SYNC-07] any other refusal blocks the request, with its code or else its status', () => {
  const why = { kind: 'verdict', code: 'limit', status: 422 };
  expect(refusal('limit')).toEqual({ kind: 'blocked', why });
  for (const status of [300, 405]) {
    const bareWhy = { kind: 'verdict', code: `http_${status}`, status };
    expect(bare(status)).toEqual({ kind: 'blocked', why: bareWhy });
  }
});
