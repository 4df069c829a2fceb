import { wireError, type ErrorCode } from '@foray/contract';
import { asksToWait, failureScope, isDefiniteRefusal, isTransient } from './call-failure.ts';
import { refusal, type ProvokedFailure } from '../testing/poison.ts';

const garbled: ProvokedFailure = { kind: 'garbled', status: 200 };
const silence: ProvokedFailure = { kind: 'noAnswer', why: 'network' };

function refusedAs(status: number, code: ErrorCode): ProvokedFailure {
  return { ...refusal(status), error: wireError(code) } as ProvokedFailure;
}

function waitAsked(status: number): ProvokedFailure {
  return { ...refusal(status), retryAfterMs: 2000 } as ProvokedFailure;
}

test.each<readonly [string, ProvokedFailure, string]>([
  ["another user's session", refusedAs(409, 'wrong_actor'), 'cycle'],
  ['another history', refusedAs(409, 'epoch_changed'), 'cycle'],
  ['a session that is over', refusal(401), 'cycle'],
  ['an app that is too old', refusal(426), 'cycle'],
  ['a body that the server refuses', refusedAs(413, 'too_large'), 'verdict'],
  ['a refusal by the server that does not concern the content', refusedAs(403, 'csrf'), 'push'],
  ['a proxy that asks to wait', waitAsked(403), 'request'],
  ["a proxy's refusal", refusal(422), 'request'],
  ['a server error', refusedAs(500, 'internal'), 'request'],
  ['no answer', silence, 'request'],
  ['the page of another server', garbled, 'request'],
])('%s concerns the right part of a cycle', (_, reply, about) => {
  expect(failureScope(reply)).toBe(about);
});

test.each<readonly [string, ProvokedFailure, boolean]>([
  ['429', refusal(429), true],
  ['503', refusal(503), true],
  ['Retry-After with another status', waitAsked(500), true],
  ['500', refusal(500), false],
  ['a page of another server', garbled, false],
  ['no answer', silence, false],
])('%s asks to wait only if the server cannot answer now', (_, reply, isAsked) => {
  expect(asksToWait(reply)).toBe(isAsked);
});

test.each<readonly [string, ProvokedFailure, boolean]>([
  ['500', refusal(500), true],
  ['403', refusal(403), true],
  ['505', refusal(505), true],
  ['408, a matter of time,', refusal(408), false],
  ['425, a matter of time,', refusal(425), false],
  ['502, an outage,', refusal(502), false],
  ['504, an outage,', refusal(504), false],
  ['503, which asks to wait,', refusal(503), false],
  ['a page of another server', garbled, false],
  ['no answer', silence, false],
])('%s is a definite refusal of the call only if the server has read it', (_, reply, is) => {
  expect(isDefiniteRefusal(reply)).toBe(is);
});

test('only 502 to 504 mean an outage', () => {
  const statuses = [400, 500, 501, 502, 503, 504, 505, 507];
  expect(statuses.filter(isTransient)).toEqual([502, 503, 504]);
});
