import { storedName } from './stored-names.ts';
import { forPlainFields, isPlainValue, itemStatuses, itemTypes, permissions } from '@foray/domain';
import type { LocalItem } from './local-item.ts';
import type { MetaKind } from './meta.ts';
import type { UnreadableRow } from './ports.ts';
import { upcastRequest } from './upcast-request.ts';
import type { StoredRequest } from './upcast-request.ts';

/** A store of a local database. */
export type StoreName = UnreadableRow['store'];

/**
 * Greater stamps and positions are damage, since no counter gets that far: unreadable counters do not start
 * there. A counter is readable up to twice the limit and its stamps up to three times, so that values
 * counted on from a damaged row stay readable.
 */
export const mostCounted = 2 ** 51;

type Check = (value: unknown) => boolean;

/**
 * Whether a stored row has what this app relies on. Every LocalStore asks at each reading, so that
 * nothing above it meets a damaged row. It asks for the fields of the first version only: a field that
 * came later is absent in rows that an older app wrote, and more fields are welcome. A kind of meta row
 * that only a newer app knows is readable: this one never reads it.
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
  const isPlain = typeof key === 'number' || (typeof key === 'string' && key !== `${Number(key)}`);
  return isPlain ? String(key) : (JSON.stringify(key) ?? 'undefined');
}

const text: Check = (value) => typeof value === 'string';
const integer: Check = Number.isSafeInteger;
const stamped: Check = (value) => integer(value) && (value as number) <= 3 * mostCounted;
const counter: Check = (value) => integer(value) && (value as number) <= 2 * mostCounted;
const flag: Check = (value) => typeof value === 'boolean';
const anything: Check = () => true;

/** Absent counts as null. */
function nullOr(check: Check): Check {
  return (value) => value === null || value === undefined || check(value);
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function oneOf(words: readonly unknown[]): Check {
  const known = new Set(words);
  return (value) => known.has(value);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Asked for every row of a start: a plain loop costs less than callbacks over entries. */
function shape(fields: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(fields);
  const tests = Object.values(fields);
  return (value) => {
    if (!isFields(value)) return false;
    for (let at = 0; at < names.length; at += 1) {
      if (!tests[at]?.(value[names[at] as string])) return false;
    }
    return true;
  };
}

function either(...options: readonly Check[]): Check {
  return (value) => options.some((check) => check(value));
}

const itemFields = {
  id: integer,
  uuid: text,
  type: oneOf(itemTypes),
  ...forPlainFields((rule) => (value: unknown) => isPlainValue(rule, value)),
  status: oneOf(itemStatuses),
  user_id: integer,
  assigned_to: nullOr(integer),
  parent_id: nullOr(integer),
  parent_uuid: nullOr(text),
  created_at: text,
  updated_at: text,
  completed_at: nullOr(text),
  permission: oneOf(permissions),
};

const base = shape({ ...itemFields, version: integer, rev: Number.isFinite });
const removal = shape({
  id: integer,
  uuid: text,
  reason: oneOf(['deleted', 'hidden']),
  rev: integer,
});

const itemRow = shape({
  ...itemFields,
  base: (value) => value === null || base(value),
  former: nullOr(shape({ base, isLost: flag })),
  rolled: nullOr(shape({ status: oneOf(itemStatuses), completed_at: nullOr(text) })),
  _syncStatus: oneOf(['pending', 'synced']),
  _deleted: flag,
  deletedBy: nullOr(text),
  _localVersion: stamped,
  sortKey: text,
});

function isReadableItem(row: unknown): boolean {
  if (!itemRow(row)) return false;
  const { uuid, base: told } = row as LocalItem;
  return told === null || told.uuid === uuid;
}

const request = shape({
  shape: integer,
  id: text,
  method: oneOf(['POST', 'PATCH', 'DELETE']),
  url: text,
  data: nullOr(isFields),
  timestamp: text,
  retries: integer,
  seq: stamped,
  itemUuid: nullOr(text),
  touches: listOf(text),
  needs: listOf(text),
  sent: flag,
  sentHead: nullOr(integer),
  basis: nullOr(either(shape({ ifMatch: text }), shape({ after: text }))),
  isImport: flag,
  offsetMs: nullOr(integer),
  delivery: nullOr(shape({ most: integer, isApart: flag, alone: integer, triedAt: nullOr(text) })),
  state: either(
    shape({ kind: oneOf(['queued']) }),
    shape({ kind: oneOf([storedName.blocked]), why: shape({ kind: text }), since: text }),
  ),
});

/** Also in the shape of an older app, as far as there is a way from it. */
function isReadableRequest(row: unknown): boolean {
  if (!isFields(row)) return false;
  try {
    return request(upcastRequest(row as StoredRequest));
  } catch {
    return false;
  }
}

const metaValues: Readonly<Record<MetaKind, Check>> = {
  counters: shape({ localSeq: counter, queueSeq: counter, lastLocalId: counter }),
  cursor: shape({ cursor: integer, fullSince: nullOr(integer), isComplete: flag }),
  epoch: shape({ epoch: text }),
  position: shape({ head: integer, place: nullOr(integer) }),
  clock: shape({ offsetMs: integer }),
  staged: either(
    shape({ kind: oneOf(['row']), row: base }),
    shape({ kind: oneOf(['removal']), removal }),
  ),
  restoring: removal,
  conflict: shape({
    uuid: text,
    kind: oneOf(['update', 'delete', 'removed']),
    base: nullOr(base),
    server: nullOr(base),
    removal: nullOr(oneOf(['deleted', 'hidden'])),
    canKeepBoth: flag,
    rev: integer,
    isAside: flag,
    foundAt: text,
  }),
  rolled: shape({ uuid: text }),
  deleting: shape({ requestId: text, deletedAt: text }),
  trash: shape({ item: base, requestId: text, deletedAt: text }),
  importedGuest: shape({ generation: nullOr(text) }),
  generation: shape({ generation: text }),
  moved: shape({ toUserId: integer, upgrade: text }),
  birth: shape({ name: text }),
  owner: shape({ phone: text }),
  brought: shape({ localSeq: integer }),
  left: shape({ unsent: oneOf(['keep', 'discard']) }),
  signOuts: shape({ decided: integer }),
  // Read field by field (`readRemembered`).
  account: isFields,
  dueRead: shape({ at: text }),
  imported: shape({ uuids: listOf(text) }),
  selfCheck: shape({ checkedAt: text, inStepAt: nullOr(text) }),
  lastSync: shape({ at: text }),
  unreadable: shape({ store: text, key: text }),
};

function isReadableMeta(row: unknown): boolean {
  if (!isFields(row) || typeof row['kind'] !== 'string' || typeof row['id'] !== 'string') {
    return false;
  }
  const { kind } = row;
  const check = Object.hasOwn(metaValues, kind) ? metaValues[kind as MetaKind] : anything;
  return check(row['value']);
}

const checks: Readonly<Record<StoreName, Check>> = {
  items: isReadableItem,
  users: shape({ id: integer, name: text }),
  contacts: shape({ id: integer, user_id: integer, name: text, contact_phone: text }),
  syncQueue: isReadableRequest,
  notifications: shape({
    id: either(integer, text),
    kind: text,
    count: integer,
    created_at: text,
    updated_at: text,
    read_at: nullOr(text),
    rev: integer,
  }),
  meta: isReadableMeta,
};
