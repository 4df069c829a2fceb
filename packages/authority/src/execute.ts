import { errorStatus, formatEtag, wireError } from '@foray/contract';
import type { WireItem } from '@foray/contract';
import { createItem } from './create-item.ts';
import type { Decision } from './decision.ts';
import { deleteItem } from './delete-item.ts';
import { wireItem, wireItems } from './item-view.ts';
import { assignItem, patchItem } from './patch-item.ts';
import type { Answer, Caller, CommandRequest, Refusal } from './request.ts';
import { restoreItem } from './restore-item.ts';
import type { OpRow } from './rows.ts';
import { settle } from './settle.ts';
import type { Store, Tx } from './store.ts';
import { newWork } from './work.ts';
import type { Work } from './work.ts';

/** What running a change needs of the world. */
export interface ExecutePorts {
  readonly store: Store;
  /** The server's time, milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly newUuid: () => string;
}

/** Refusals that say nothing about the request itself: tried again under the same key. */
const passingStatuses: ReadonlySet<number> = new Set([401, 408, 409, 412, 425, 429, 500, 503]);

/**
 * Runs one change of an item in one transaction with everything that follows from it: rights, feed,
 * roll-up, log, notifications, and the record under its key (sync.md, section 1). A key that is known
 * has no effect (invariant I3) and is answered with the item as the caller may see it now; the same
 * key with another fingerprint is `key_reused`.
 */
export async function execute(
  ports: ExecutePorts,
  caller: Caller,
  request: CommandRequest,
): Promise<Answer> {
  const { store } = ports;
  const now = new Date(ports.nowMs()).toISOString();
  return store.tx(async (tx) => {
    const known = request.op && (await tx.lockOp(caller.userId, request.op.id));
    if (known) return replay(store, tx, known, request.op);
    const work = newWork({
      tx,
      callerId: caller.userId,
      now,
      isImport: request.isImport ?? false,
      epoch: store.epoch,
      newUuid: ports.newUuid,
    });
    const decision = await decide(work, request);
    const op = request.op && isLasting(decision) ? opRow(caller, request.op, decision) : null;
    if (decision.kind === 'refused') {
      if (op !== null) await tx.putOp(op);
      return refuse(tx, caller, decision.refusal);
    }
    const written = await settle(work, op);
    const { status, item } = decision;
    const access = written.find((row) => row.user_id === caller.userId && row.item_id === item.id);
    const row = work.touched.get(item.id);
    if (row === undefined || access === undefined) {
      return success(store, tx, caller, status, item.id);
    }
    const hasNone = status === 204 || access.removed;
    const [wire] = hasNone ? [] : await wireItems(tx, caller.userId, [{ item: row, access }]);
    return applied(store, status, wire ?? null);
  });
}

/**
 * Refuses a request that cannot be read, for good: what is sent again under its key fares the same,
 * and what comes after it (X-After) is refused with it.
 */
export async function refuseUnread(
  { store }: Pick<ExecutePorts, 'store'>,
  caller: Caller,
  op: CommandRequest['op'],
  refusal: Refusal,
): Promise<Answer> {
  return store.tx(async (tx) => {
    const known = op && (await tx.lockOp(caller.userId, op.id));
    if (known) return replay(store, tx, known, op);
    if (op) await tx.putOp(opRow(caller, op, { kind: 'refused', refusal }));
    return refuse(tx, caller, refusal);
  });
}

function decide(work: Work, request: CommandRequest): Promise<Decision> {
  const { command } = request;
  switch (command.kind) {
    case 'create':
      return createItem(work, command);
    case 'patch':
      return patchItem(work, command, request);
    case 'assign':
      return assignItem(work, command, request);
    case 'delete':
      return deleteItem(work, command, request);
    case 'restore':
      return restoreItem(work, command, request);
  }
}

function isLasting(decision: Decision): boolean {
  if (decision.kind === 'applied') return true;
  const { code, passing } = decision.refusal;
  return passing !== true && !passingStatuses.has(errorStatus[code]);
}

function opRow(
  caller: Caller,
  op: { readonly id: string; readonly fingerprint: string },
  decision: Decision,
): OpRow {
  const key = { user_id: caller.userId, op_id: op.id, fingerprint: op.fingerprint };
  if (decision.kind === 'applied') {
    const { id: item_id, version } = decision.item;
    return { ...key, status: decision.status, code: null, fields: null, item_id, version };
  }
  const { code, fields } = decision.refusal;
  const refusal = { status: errorStatus[code], code, fields: fields ?? null };
  return { ...key, ...refusal, item_id: null, version: null };
}

async function replay(
  store: Store,
  tx: Tx,
  known: OpRow,
  op: CommandRequest['op'],
): Promise<Answer> {
  const caller = { userId: known.user_id };
  if (known.fingerprint !== op?.fingerprint) {
    return refuse(tx, caller, { code: 'key_reused' });
  }
  if (known.code !== null) {
    const fields = known.fields === null ? {} : { fields: known.fields };
    return refuse(tx, caller, { code: known.code, ...fields });
  }
  return success(store, tx, caller, known.status, known.item_id);
}

async function refuse(tx: Tx, caller: Caller, refusal: Refusal): Promise<Answer> {
  const { code, fields, itemId } = refusal;
  const item = itemId === undefined ? null : await wireItem(tx, caller.userId, itemId);
  const details = { ...(fields && { fields }), ...(item && { item }) };
  return { status: errorStatus[code], body: { error: wireError(code, details) } };
}

async function success(
  store: Store,
  tx: Tx,
  caller: Caller,
  status: number,
  itemId: number | null,
): Promise<Answer> {
  const item = status === 204 || itemId === null ? null : await wireItem(tx, caller.userId, itemId);
  return applied(store, status, item);
}

function applied(store: Store, status: number, item: WireItem | null): Answer {
  if (item === null) return { status, body: null };
  return { status, body: item, etag: formatEtag({ epoch: store.epoch, version: item.version }) };
}
