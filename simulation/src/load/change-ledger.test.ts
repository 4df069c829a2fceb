import type { BatchAnswer } from '@foray/contract';
import { ChangeLedger, type LedgerItem } from './change-ledger.ts';

const uuid = '11111111-0000-4000-8000-000000000000';
const other = '22222222-0000-4000-8000-000000000000';
const made: LedgerItem = { uuid, title: 'Load one', status: 'pending', version: 1 };

/** A ledger in which user 7 made an item whose create was acknowledged once for each of these keys. */
function ledgerWith(...keys: readonly string[]): ChangeLedger {
  const ledger = new ChangeLedger('Load');
  ledger.confirmed(made, [7]);
  for (const key of keys) ledger.exchanged(exchangeOf(key, 201));
  return ledger;
}

function exchangeOf(id: string, status: number) {
  const requests = [{ id, method: 'POST', url: '/api/items', data: { uuid } }];
  const answer: BatchAnswer = {
    results: [{ id, status, body: null }],
    epoch: 'e',
    now: '2026-01-01T00:00:00.000Z',
  };
  return { operation: 'POST /api/batch', status: 200, sent: { requests }, received: answer };
}

function faults(ledger: ChangeLedger, atServer: readonly LedgerItem[], device = atServer) {
  return ledger.faultsOf({ userId: 7, atServer, onDevices: [device] });
}

test('[LOAD-01] an acknowledged change that is everywhere exactly once is not reported', () => {
  expect(faults(ledgerWith('a'), [made])).toEqual([]);
  expect(faults(ledgerWith('a'), [made, { ...made, uuid: other, title: 'of before' }])).toEqual([]);
});

test('[LOAD-01] a repeated acknowledgement with the same key counts once', () => {
  expect(faults(ledgerWith('a', 'a'), [made])).toEqual([]);
});

test.each([
  ['an item that the server does not have', ledgerWith('a'), [], 'I1', /lost/],
  ['an older value at the server', ledgerWith('a'), [{ ...made, title: 'Load' }], 'I1', /older/],
  ['fewer changes than acknowledged', ledgerWith('a', 'b'), [made], 'I1', /2 acknowledged and 1/],
  [
    'a confirmed change without acknowledgement',
    ledgerWith(),
    [{ ...made, version: 0 }],
    'I1',
    /never/,
  ],
  ['a change that was applied twice', ledgerWith('a'), [{ ...made, version: 2 }], 'I3', /doubled/],
  ['an item that the server has twice', ledgerWith('a'), [made, made], 'I2', /2 times/],
  [
    'an item that no device made',
    ledgerWith('a'),
    [made, { ...made, uuid: other }],
    'I3',
    /no device/,
  ],
])('[LOAD-01] %s is reported', (_, ledger, atServer, invariant, what) => {
  const found = faults(ledger, atServer);
  expect(found).toEqual([expect.stringMatching(what)]);
  expect(found[0]).toMatch(new RegExp(`^\\[${invariant}\\] item .* of user 7`));
});

test('[LOAD-01] a device that differs from the server is reported', () => {
  expect(faults(ledgerWith('a'), [made], [])).toEqual([expect.stringContaining('[I7]')]);
  expect(faults(ledgerWith('a'), [made], [{ ...made, title: 'Load' }])).toEqual([
    expect.stringContaining('[I7]'),
  ]);
  expect(faults(ledgerWith('a'), [made], [made, { ...made, uuid: other }])).toEqual([
    expect.stringContaining('[I6]'),
  ]);
});

test('a refused change does not count as acknowledged', () => {
  const ledger = ledgerWith();
  ledger.exchanged(exchangeOf('a', 409));
  expect(ledger.acknowledgedCount).toBe(0);
});
