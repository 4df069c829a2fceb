// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const text = '["Stryker was here"]';
const word = '"Stryker was here!"';
const aboutItems = 'no batch carries a request about no item';
const noSuchRow = 'no row has that uuid';
const nothingCounted = 'where nothing failed alone nothing is counted';
const onlyShown = 'only people read it, in the sync log';

/** Of sending the queue in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncPush = [
  ...equivalentIn('sync/src/push/apply-answers.ts', [
    ["unit.item(request.itemUuid ?? '')", "''", word, aboutItems],
    ['itemUuid === null || !isImport', 'itemUuid === null', 'false', aboutItems],
    ['const row = itemUuid === null', 'itemUuid === null', 'false', aboutItems],
    ['const isOver =', 'one.seq < seq', 'one.seq <=', 'no two requests have one place'],
    ["{ reason: 'deleted', rev: 0 }", "'deleted'", '""', 'what is not hidden is deleted'],
  ]),
  ...equivalentIn('sync/src/push/apply-confirmed.ts', [
    ['shown === null', 'shown === null', 'false', 'no change of an item leaves none'],
    ['left === null) return row', 'left === null', 'false', 'no change of an item leaves none'],
    ['const parent = item', 'item.parent_uuid === null', 'false', noSuchRow],
    ['removed === null ||', 'removed === null', 'false', 'a removal names a person'],
    ['removed === null ||', "request.data?.['", "request.data['", 'a removal names a person'],
    ['next === null ||', 'next === null', 'false', noSuchRow],
  ]),
  ...equivalentIn('sync/src/push/apply-refusal.ts', [
    ["const uuid = request.itemUuid ?? '';\n  const row", "''", word, aboutItems],
    ["const uuid = request.itemUuid ?? '';\n  const data", "''", word, aboutItems],
    ["storedName.buffered, request.itemUuid ?? ''", "''", word, aboutItems],
    ["queueOf(itemUuid ?? '')", "''", word, aboutItems],
    ["unit.item(itemUuid ?? '')", "''", word, aboutItems],
  ]),
  ...equivalentIn('sync/src/push/other-requests.ts', [
    ['tx.queue() : []', '[]', text, 'a text is no request'],
    ["cycle.tryCall('one'", "'one'", '""', onlyShown],
  ]),
  ...equivalentIn('sync/src/push/to-be-made.ts', [
    ["unit.tx.queueOf(itemUuid ?? '')", "''", word, aboutItems],
  ]),
  ...equivalentIn('sync/src/push/push.ts', [
    ["'empty_batch'", "'empty_batch'", '""', onlyShown],
    ['push.alone.size > 0 && push.isBlamed)', 'push.alone.size > 0', 'true', nothingCounted],
    [
      'push.alone.size > 0 && push.isBlamed)',
      'push.alone.size >',
      'push.alone.size >=',
      nothingCounted,
    ],
    ['first === undefined', 'first === undefined', 'false', 'no empty batch is sent'],
    [
      "reply.kind === 'refusal') {",
      "reply.kind === 'refusal'",
      'true',
      'only a refusal is a verdict',
    ],
    ['push.fail(reply, true)', 'true', 'false', 'each half is answered, or fails and says so'],
    [
      '(await unit.tx.queueSize()) === 0',
      '(await unit.tx.queueSize()) === 0',
      'false',
      'it is only faster',
    ],
    [
      '{ plan: planResend, isAgain: true }',
      'true',
      'false',
      'what is no verdict waits for the pull',
    ],
    ['repeated.size === 0', 'repeated.size === 0', 'false', 'it is only faster'],
    ['repeated.size === 0', '[]', text, 'no request has that id'],
    ['const position =', 'head === null', 'false', 'null is as absent'],
  ]),
];
