import { maxPrivateRowsSent } from '@foray/domain';
import { freshRequest } from './mutation-queue.ts';
import type { ReadTransaction } from '../store/ports.ts';
import { isBlocked } from '../store/queued-request.ts';
import type { QueuedRequest, RequestData } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The name of a private row: unique within a person's rows. */
export interface PrivateName {
  readonly kind: string;
  readonly id: string;
}

/** A change of a private row; null removes it. */
export interface PrivateChange extends PrivateName {
  readonly value: RequestData | null;
  /** A row that the server has stays as it is there. */
  readonly only_new?: true;
}

const url = '/api/private';

/** The key under which a device stores a private row. */
export function privateKeyOf({ kind, id }: PrivateName): string {
  return `${kind}/${id}`;
}

/** The name that `privateKeyOf` made a key of; neither part has a slash. */
export function privateKeyParts(key: string): PrivateName {
  const [kind = '', id = ''] = key.split('/');
  return { kind, id };
}

/** Whether a request changes private rows. */
export function isPrivateRequest(request: Pick<QueuedRequest, 'url'>): boolean {
  return request.url === url;
}

/** The changes that a request of private rows sends. */
export function privateRowsIn({ data }: Pick<QueuedRequest, 'data'>): readonly PrivateChange[] {
  return (data?.['rows'] ?? []) as readonly PrivateChange[];
}

/** The keys whose change the server has not confirmed: by key, whether it only makes a new row. */
export async function unsentPrivateKeys(
  tx: ReadTransaction,
): Promise<ReadonlyMap<string, boolean>> {
  const requests = (await tx.queue()).filter(isPrivateRequest);
  return new Map(
    requests.flatMap((request) =>
      privateRowsIn(request).map((row) => [privateKeyOf(row), row.only_new === true] as const),
    ),
  );
}

/**
 * Queues changes of private rows. Only the newest value of a row is sent: an earlier change leaves its request,
 * even if that was sent, since it could otherwise be sent again after this one. Nothing is added to a sent
 * request, which leaves the queue with its answer.
 */
export async function queuePrivateRows(
  unit: UnitOfWork,
  changes: readonly PrivateChange[],
): Promise<void> {
  const changed = new Set(changes.map(privateKeyOf));
  let last: QueuedRequest | undefined;
  let rest: readonly PrivateChange[] = [];
  for (const request of (await unit.tx.queue()).filter(isPrivateRequest)) {
    const before = privateRowsIn(request);
    const left = before.filter((row) => !changed.has(privateKeyOf(row)));
    if (left.length === 0) await unit.dropRequest(request.id);
    else if (left.length < before.length) await putRows(unit, request, left);
    if (!request.sent && !isBlocked(request.state)) [last, rest] = [request, left];
  }
  const rows = [...new Map([...rest, ...changes].map((row) => [privateKeyOf(row), row])).values()];
  for (let at = 0; at < rows.length; at += maxPrivateRowsSent) {
    const request = (at === 0 && last) || freshRequest(unit, { method: 'POST', url, data: null });
    await putRows(unit, request, rows.slice(at, at + maxPrivateRowsSent));
  }
}

function putRows(
  unit: UnitOfWork,
  request: QueuedRequest,
  rows: readonly PrivateChange[],
): Promise<void> {
  return unit.putRequest({ ...request, data: { rows } });
}
