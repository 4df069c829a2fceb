import { storedName } from './stored-names.ts';
import {
  areLabels,
  isPosition,
  forPlainFields,
  isFields,
  isFlag,
  isInteger,
  isListOf,
  isOccurrence,
  isOneOf,
  isPlainValue,
  isRepeatDone,
  isShape,
  isText,
  itemStatuses,
  itemTypes,
  permissions,
} from '@foray/domain';
import { itemShape } from './local-item.ts';
import type { LocalItem } from './local-item.ts';
import type { MetaKind, UnreadableRow } from './meta.ts';
import { queuedRequestShape, unskipShape, upcastRequest } from './queued-request.ts';
import type { StoredRequest } from './queued-request.ts';
import { isOfNewerShape } from './row-shape.ts';

/** A store of a local database. */
export type StoreName = UnreadableRow['store'];

/**
 * Greater stamps and positions are damage, since no counter gets that far: unreadable counters do not start
 * there. A counter is readable up to twice the limit and its stamps up to three times, so that values counted
 * on from a damaged row stay readable.
 */
export const maxCounted = 2 ** 51;

type Check = (value: unknown) => boolean;

/**
 * Whether a stored row has everything on which this app relies. Every LocalStore checks it at each read, so
 * that nothing above the store sees a damaged row. Only the fields of the first version are required: rows of
 * an older app lack later fields, and additional fields are allowed. A kind of meta row that only a newer app
 * knows is readable, since this app never reads it. So is a row of a later format: it is not damaged,
 * although reading it fails (`row-shape.ts`).
 */
export function isReadableRow(store: StoreName, row: unknown): boolean {
  return checks[store](row);
}

/** A row's key as text, different for different keys of a store: the id, for meta the kind and the id. */
export function keyTextOf(store: StoreName, row: unknown): string {
  const { kind, id } = (row ?? {}) as { readonly kind?: unknown; readonly id?: unknown };
  return store === 'meta' ? `${textOf(kind)}/${textOf(id)}` : textOf(id);
}

function textOf(key: unknown): string {
  // A text that looks like another key is quoted.
  const isOwn = (text: string): boolean => text !== `${Number(text)}` && !/^["[]/.test(text);
  const isPlain = typeof key === 'number' || (typeof key === 'string' && isOwn(key));
  return isPlain ? String(key) : (JSON.stringify(key) ?? 'undefined');
}

const stamped: Check = (value) => isInteger(value) && value <= 3 * maxCounted;
const counter: Check = (value) => isInteger(value) && value <= 2 * maxCounted;

/** Accepts null and undefined. */
function nullOr(check: Check): Check {
  return (value) => value === null || value === undefined || check(value);
}

function either(...options: readonly Check[]): Check {
  return (value) => options.some((check) => check(value));
}

const itemFields = {
  id: isInteger,
  uuid: isText,
  type: isOneOf(itemTypes),
  ...forPlainFields((rule) => (value: unknown) => isPlainValue(rule, value)),
  status: isOneOf(itemStatuses),
  user_id: isInteger,
  assigned_to: nullOr(isInteger),
  parent_id: nullOr(isInteger),
  parent_uuid: nullOr(isText),
  created_at: isText,
  updated_at: isText,
  completed_at: nullOr(isText),
  labels: areLabels,
  position: isPosition,
  occurrence: isOccurrence,
  occurrence_of: nullOr(isText),
  repeat_done: isRepeatDone,
  permission: isOneOf(permissions),
};

const base = isShape({ ...itemFields, version: isInteger, rev: Number.isFinite });
const removal = isShape({
  id: isInteger,
  uuid: isText,
  reason: isOneOf(['deleted', 'hidden']),
  rev: isInteger,
});

const itemRow = isShape({
  ...itemFields,
  base: (value) => value === null || base(value),
  former: nullOr(isShape({ base, isLost: isFlag })),
  rolled: nullOr(isShape({ status: isOneOf(itemStatuses), completed_at: nullOr(isText) })),
  _syncStatus: isOneOf(['pending', 'synced']),
  _deleted: isFlag,
  deletedBy: nullOr(isText),
  _localVersion: stamped,
  sortKey: isText,
});

function isReadableItem(row: unknown): boolean {
  if (isOfNewerShape(row, itemShape)) return true;
  if (!itemRow(row)) return false;
  const { uuid, base } = row as LocalItem;
  return base === null || base.uuid === uuid;
}

const request = isShape({
  shape: (value) => value === queuedRequestShape || value === unskipShape,
  id: isText,
  method: isOneOf(['POST', 'PATCH', 'DELETE']),
  url: isText,
  data: nullOr(isFields),
  timestamp: isText,
  retries: isInteger,
  seq: stamped,
  itemUuid: nullOr(isText),
  touches: isListOf(isText),
  needs: isListOf(isText),
  sent: isFlag,
  sentHead: nullOr(isInteger),
  basis: nullOr(either(isShape({ ifMatch: isText }), isShape({ after: isText }))),
  isImport: isFlag,
  offsetMs: nullOr(isInteger),
  delivery: nullOr(
    isShape({ most: isInteger, isApart: isFlag, alone: isInteger, triedAt: nullOr(isText) }),
  ),
  state: either(
    isShape({ kind: isOneOf(['queued']) }),
    isShape({ kind: isOneOf([storedName.blocked]), why: isShape({ kind: isText }), since: isText }),
  ),
});

/** A request is also readable in the format of an older app, if it can be upcast. */
function isReadableRequest(row: unknown): boolean {
  if (isOfNewerShape(row, unskipShape)) return true;
  try {
    return request(upcastRequest(row as StoredRequest));
  } catch {
    return false;
  }
}

const metaValues: Readonly<Record<MetaKind, Check>> = {
  counters: isShape({ localSeq: counter, queueSeq: counter, lastLocalId: counter }),
  cursor: isShape({ cursor: isInteger, fullSince: nullOr(isInteger), isComplete: isFlag }),
  epoch: isShape({ epoch: isText }),
  position: isShape({ head: isInteger, place: nullOr(isInteger) }),
  clock: isShape({ offsetMs: isInteger }),
  [storedName.buffered]: either(
    isShape({ kind: isOneOf(['row']), row: base }),
    isShape({ kind: isOneOf(['removal']), removal }),
  ),
  restoring: removal,
  conflict: isShape({
    uuid: isText,
    kind: isOneOf(['update', 'delete', 'removed']),
    base: nullOr(base),
    server: nullOr(base),
    removal: nullOr(isOneOf(['deleted', 'hidden'])),
    canKeepBoth: isFlag,
    rev: isInteger,
    isAside: isFlag,
    foundAt: isText,
  }),
  replaced: isShape({
    versions: isListOf(
      isShape({ values: isFields, by: nullOr(isInteger), at: isText, replacedAt: isText }),
    ),
    isTold: isFlag,
  }),
  rolled: isShape({ uuid: isText }),
  deleting: isShape({ requestId: isText, deletedAt: isText }),
  unassigned: isShape({ assigned_to: isInteger, rev: isInteger }),
  restoredWith: isShape({ assigned_to: isInteger, rev: isInteger, with: nullOr(isText) }),
  trash: isShape({ item: base, requestId: isText, deletedAt: isText }),
  lost: isShape({ title: isText, at: isText }),
  importedGuest: isShape({ generation: nullOr(isText) }),
  generation: isShape({ generation: isText }),
  moved: isShape({ toUserId: isInteger, upgrade: isText }),
  birth: isShape({ name: isText }),
  owner: isShape({ phone: isText }),
  brought: isShape({ localSeq: isInteger }),
  left: isShape({ unsent: isOneOf(['keep', 'discard']) }),
  signOuts: isShape({ decided: isInteger }),
  // `readRemembered` checks the fields.
  account: isFields,
  dueRead: isShape({ at: isText }),
  imported: isShape({ uuids: isListOf(isText) }),
  selfCheck: isShape({ checkedAt: isText, inStepAt: nullOr(isText) }),
  heartbeat: isShape({ epoch: isText, run: isText, head: isInteger, heardAt: isText }),
  lastSync: isShape({ at: isText }),
  private: isShape({
    value: nullOr(isFields),
    base: nullOr(isShape({ value: nullOr(isFields), rev: isInteger })),
    removedAt: nullOr(isText),
  }),
  unreadable: isShape({ store: isText, key: isText }),
};

function isReadableMeta(row: unknown): boolean {
  if (!isFields(row) || typeof row['kind'] !== 'string' || typeof row['id'] !== 'string') {
    return false;
  }
  const { kind, value } = row;
  return !Object.hasOwn(metaValues, kind) || metaValues[kind as MetaKind](value);
}

const checks: Readonly<Record<StoreName, Check>> = {
  items: isReadableItem,
  users: isShape({ id: isInteger, name: isText }),
  contacts: isShape({ id: isInteger, user_id: isInteger, name: isText, contact_phone: isText }),
  syncQueue: isReadableRequest,
  notifications: isShape({
    id: either(isInteger, isText),
    kind: isText,
    count: isInteger,
    created_at: isText,
    updated_at: isText,
    read_at: nullOr(isText),
    rev: isInteger,
  }),
  meta: isReadableMeta,
};
