import { errorStatus, formatEtag, wireError } from '@foray/contract';
import type { AccountLimit, AnsweredItem, Ref } from '@foray/contract';
import { err, instantOf } from '@foray/domain';
import { standardLimits } from '../store/authority-limits.ts';
import type { AuthorityLimits } from '../store/authority-limits.ts';
import { createItem } from './create-item.ts';
import { deleteItem } from './delete-item.ts';
import { deltaItems, unseenItem, wireItem, wireItems } from '../items/item-view.ts';
import { findItems } from '../items/family.ts';
import { asImport } from './import.ts';
import { labelItem } from './label-item.ts';
import { positionItem } from './position-item.ts';
import { unseenParent } from '../items/parent-place.ts';
import { permissionFor } from '../items/permitted-item.ts';
import { epochCheckedStore } from '../epochs/epoch-checked-store.ts';
import { actOnOccurrence } from './occurrence-item.ts';
import { assignItem, patchItem } from './patch-item.ts';
import type {
  Answer,
  AppliedChange,
  Caller,
  CommandRequest,
  CommandDecision,
  Refusal,
} from '../store/request.ts';
import { removePerson } from './remove-person.ts';
import { restoreItem } from './restore-item.ts';
import type { AccessRow, ItemRow, OpRow } from '../store/rows.ts';
import { flush } from './flush.ts';
import { AccountFull, refusalBy, refuseIfNotRaised } from './exceeded-bounds.ts';
import { rememberingTx } from '../store/remembering-tx.ts';
import type { Store, Tx } from '../store/store.ts';
import { newUnit, type CommandUnitOfWork } from '../store/unit-of-work.ts';
import { exceededLimits } from '../store/usage.ts';

/** The store, clock and ids that running a change needs. */
export interface ExecutePorts {
  readonly store: Store;
  /** The server's time, milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly newUuid: () => string;
  /** {@link standardLimits} if absent. */
  readonly limits?: AuthorityLimits;
  /** Called for each change that exceeds a limit of an account; must not throw. */
  readonly onAccountFull?: (limit: AccountLimit) => void;
}

/** Statuses of refusals that depend on the moment: they are not recorded, and a retry has the same key. */
const passingStatuses: ReadonlySet<number> = new Set([401, 408, 409, 412, 425, 429, 500, 503]);

/**
 * Runs one change of an item in one transaction with all consequences: rights, feed, roll-up, log,
 * notifications, and the record under its key (sync.md, section 1). A known key has no effect (invariant
 * I3); the response is the item as the caller may see it now. The same key with another fingerprint is
 * `key_reused`.
 */
export async function execute(
  ports: ExecutePorts,
  caller: Caller,
  request: CommandRequest,
): Promise<Answer> {
  const now = instantOf(ports.nowMs());
  const attempt = (refusal: Refusal | null): Promise<Answer> =>
    epochCheckedStore(ports.store, caller).txOf(request.op?.id, (tx, { epoch }, known) =>
      executeIn({ tx: rememberingTx(tx), caller, epoch, now, known, refusal }, ports, request),
    );
  try {
    return await attempt(null);
  } catch (error) {
    const refusal = refusalBy(error, ports.limits ?? standardLimits);
    if (refusal === null) throw error;
    if (error instanceof AccountFull) ports.onAccountFull?.(error.limit.limit);
    return attempt(refusal);
  }
}

/** The transaction of a change. Its caller's device is consistent with the current history. */
export interface Execution {
  /** It remembers what it has read (`rememberingTx`), for later changes of the same transaction too. */
  readonly tx: Tx;
  readonly caller: Caller;
  readonly epoch: string;
  /** The server's time, UTC ISO 8601 with milliseconds. */
  readonly now: string;
  /** The record of the request's key, if there is one. The key is locked. */
  readonly known: OpRow | null;
  /** An earlier transaction was rolled back with this refusal: record it and nothing else. */
  readonly refusal?: Refusal | null;
}

/**
 * As {@link execute}, in a transaction that other changes may share. It rejects if the change exceeds a
 * limit of an account (decision 0118); then the transaction must not be committed.
 */
export async function executeIn(
  execution: Execution,
  ports: ExecutePorts,
  request: CommandRequest,
): Promise<Answer> {
  return withCopy(
    execution.tx,
    execution.caller,
    request,
    await answerRequest(execution, ports, request),
  );
}

async function answerRequest(
  { tx, caller, epoch, now, known, refusal = null }: Execution,
  ports: ExecutePorts,
  request: CommandRequest,
): Promise<Answer> {
  if (known !== null) return answerFromRecord(epoch, tx, known, request);
  const work = newUnit({
    tx,
    callerId: caller.userId,
    now,
    epoch,
    newUuid: ports.newUuid,
    limits: ports.limits ?? standardLimits,
  });
  const asked = asImport(request, caller, now, epoch !== ports.store.epoch);
  const decision = refusal === null ? await runCommand(work, asked) : err(refusal);
  const op = request.op && isRecorded(decision) ? opRow(caller, request.op, decision) : null;
  if (!decision.ok) {
    // A transaction that other requests share would commit it.
    if (work.touched.size > 0)
      throw new Error(`a refused ${request.command.kind} has changed rows`);
    if (op !== null) await tx.putOp(op);
    return answerRefusal(tx, caller, decision.error);
  }
  const { access: written, heads } = await flush(work, op);
  for (const exceeded of exceededLimits(work.usage, heads, work.limits)) {
    await refuseIfNotRaised(tx, exceeded);
  }
  const { status, item } = decision.value;
  const access = written.find((row) => row.user_id === caller.userId && row.item_id === item.id);
  const row = work.touched.get(item.id);
  if (row === undefined || access === undefined) {
    return answerWithItem(epoch, tx, caller, {
      status,
      item_id: item.id,
      version: versionLeftBy(decision.value),
    });
  }
  if (status === 204) return answerApplied(epoch, status, null);
  if (access.removed) return answerApplied(epoch, status, await itemHandedOn(work, row, access));
  const [wire] = await wireItems(tx, caller.userId, [{ item: row, access }]);
  return answerApplied(epoch, status, wire ?? null);
}

/** The response with the copy that the request completed, as the caller may see it. */
async function withCopy(
  tx: Tx,
  { userId }: Caller,
  { command }: CommandRequest,
  answer: Answer,
): Promise<Answer> {
  if (command.kind !== 'occurrence' || command.act !== 'complete') return answer;
  const { body } = answer;
  if (body === null || 'error' in body) return answer;
  const ids = (await tx.copies(body.uuid, command.n)).map(({ id }) => id);
  const seen = ids.length === 0 ? [] : await tx.seen(userId, ids);
  const [copy = null] = await deltaItems(tx, userId, seen);
  return { ...answer, body: { ...body, copy } };
}

function runCommand(unit: CommandUnitOfWork, request: CommandRequest): Promise<CommandDecision> {
  const { command } = request;
  switch (command.kind) {
    case 'unread':
      return Promise.resolve(err(command.refusal));
    case 'create':
      return createItem(unit, command, request);
    case 'patch':
      return patchItem(unit, command, request);
    case 'assign':
      return assignItem(unit, command, request);
    case 'label':
      return labelItem(unit, command, request);
    case 'position':
      return positionItem(unit, command, request);
    case 'occurrence':
      return actOnOccurrence(unit, command, request);
    case 'remove':
      return removePerson(unit, command, request);
    case 'delete':
      return deleteItem(unit, command, request);
    case 'restore':
      return restoreItem(unit, command, request);
  }
}

function isRecorded(decision: CommandDecision): boolean {
  if (decision.ok) return true;
  const { code, passing } = decision.error;
  return passing !== true && !passingStatuses.has(errorStatus[code]);
}

function opRow(
  caller: Caller,
  op: { readonly id: string; readonly fingerprint: string },
  decision: CommandDecision,
): OpRow {
  const key = { user_id: caller.userId, op_id: op.id, fingerprint: op.fingerprint };
  if (decision.ok) {
    const { status, item } = decision.value;
    const version = versionLeftBy(decision.value);
    return { ...key, status, code: null, fields: null, item_id: item.id, version };
  }
  const { code, fields } = decision.error;
  const refusal = { status: errorStatus[code], code, fields: fields ?? null };
  return { ...key, ...refusal, item_id: null, version: null };
}

/**
 * The version of the item after the request; null if others wrote its current state, which the caller may
 * not see.
 */
function versionLeftBy({ isFound, item }: AppliedChange): number | null {
  return isFound === true ? null : item.version;
}

async function answerFromRecord(
  epoch: string,
  tx: Tx,
  known: OpRow,
  { op, command }: Pick<CommandRequest, 'op' | 'command'>,
): Promise<Answer> {
  const caller = { userId: known.user_id };
  if (known.fingerprint !== op?.fingerprint) {
    return answerRefusal(tx, caller, { code: 'key_reused' });
  }
  if (known.code !== null) {
    const fields = known.fields === null ? {} : { fields: known.fields };
    const lost = known.code === 'forbidden' ? await refusalIfUnseen(tx, caller, command) : null;
    return answerRefusal(tx, caller, lost ?? { code: known.code, ...fields });
  }
  return answerWithItem(epoch, tx, caller, known);
}

/**
 * The refusal of a request that was forbidden before, now that the caller no longer sees the item: the same
 * as for a missing item. Null while they see it.
 */
async function refusalIfUnseen(
  tx: Tx,
  { userId }: Caller,
  command: CommandRequest['command'],
): Promise<Refusal | null> {
  const isSeen = async (ref: Ref): Promise<boolean> => {
    const [row] = await findItems(tx, [ref]);
    return row !== undefined && (await permissionFor(tx, userId, row.id)) !== null;
  };
  if ('ref' in command && !(await isSeen(command.ref))) return { code: 'not_found' };
  const parent = parentNamedBy(command);
  if (parent == null || (await isSeen(parent))) return null;
  return unseenParent(parent, true);
}

function parentNamedBy(command: CommandRequest['command']): Ref | null | undefined {
  if (command.kind === 'create') return command.parent_id;
  return command.kind === 'patch' ? command.changes.parent_id : null;
}

async function answerRefusal(tx: Tx, caller: Caller, refusal: Refusal): Promise<Answer> {
  const { code, fields, itemId } = refusal;
  const item = itemId === undefined ? null : await wireItem(tx, caller.userId, itemId);
  const details = { ...(fields && { fields }), ...(item && { item }) };
  return { status: errorStatus[code], body: { error: wireError(code, details) } };
}

async function answerWithItem(
  epoch: string,
  tx: Tx,
  { userId }: Caller,
  { status, item_id: itemId, version }: Pick<OpRow, 'status' | 'item_id' | 'version'>,
): Promise<Answer> {
  if (status === 204 || itemId === null) return answerApplied(epoch, status, null);
  const item = await wireItem(tx, userId, itemId);
  return answerApplied(epoch, status, item ?? (await unseenItem(tx, userId, itemId, version ?? 1)));
}

function answerApplied(epoch: string, status: number, item: AnsweredItem | null): Answer {
  if (item === null) return { status, body: null };
  return { status, body: item, etag: formatEtag({ epoch, version: item.version }) };
}

/** An item that its assignee reassigned, as that assignee last saw it. */
async function itemHandedOn(
  unit: CommandUnitOfWork,
  row: ItemRow,
  access: AccessRow,
): Promise<AnsweredItem | null> {
  const { lastSeen } = unit;
  const [wire] = await wireItems(unit.tx, unit.callerId, [{ item: row, access }]);
  if (wire === undefined || lastSeen === null) return wire ? { ...wire, permission: null } : null;
  const { parent, children_count, completed_count } = lastSeen;
  return { ...wire, parent, children_count, completed_count, permission: null };
}
