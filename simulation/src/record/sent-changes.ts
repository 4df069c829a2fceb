import { kindOf, type QueuedRequest } from '@foray/sync';
import type { MemoryStore } from '@foray/authority/testing';
import type { BatchRequest } from '@foray/contract';
import type { EventLog } from './event-log.ts';
import { valuesOf, type Value, type FieldValues } from './fields.ts';
import type { Profile } from '../story/profile.ts';

/** The state in which a change of an item was sent. */
export interface SentChange {
  readonly uuid: string;
  readonly browser: number;
  readonly userId: number;
  readonly writes: FieldValues;
  /** The server's values on the device. */
  readonly over: FieldValues;
  /** The rolled-up status of the item there, which returns once everything is sent; null if it had none. */
  readonly rolledTo: Value;
  /** The number of actions that had begun by then. */
  readonly actions: number;
}

/** The in-flight changes of items: the id of a commit identifies its request. */
export class SentChanges {
  readonly #eventLog: EventLog;
  /** By the id of the request: its last sending, until it gets a final answer. */
  readonly #sent = new Map<string, SentChange>();

  constructor(eventLog: EventLog) {
    this.#eventLog = eventLog;
  }

  /** Records the state over which a batch is sent, before it leaves. */
  note({ tables, number, user }: Profile, { requests }: BatchRequest): void {
    for (const { id } of requests) {
      const request = tables.requests.get(id);
      if (request == null || request.itemUuid === null) continue;
      const kind = kindOf(request);
      if (kind !== 'patch' && kind !== 'assign') continue;
      const row = tables.items.get(tables.idOfUuid.get(request.itemUuid) ?? -1);
      this.#sent.set(id, {
        uuid: request.itemUuid,
        browser: number,
        userId: user.id,
        writes: writesOf(request),
        over: valuesOf(row?.base),
        rolledTo: row?.rolled?.status ?? null,
        actions: this.#eventLog.actions.length,
      });
    }
  }

  /** By item, the request that has taken effect with the commit. */
  takeEffects(store: MemoryStore): ReadonlyMap<string, SentChange> {
    const effects = new Map<string, SentChange>();
    for (const [id, sent] of this.#sent) {
      const op = store.row('ops', `${sent.userId} ${id}`);
      if (op === undefined) continue;
      this.#sent.delete(id);
      if (op.code === null) effects.set(sent.uuid, sent);
    }
    return effects;
  }
}

/** The values that a request writes, in the item's fields. */
function writesOf({ url, data }: QueuedRequest): FieldValues {
  const { parent_id, user_id, ...fields } = data ?? {};
  if (url.endsWith('/assign')) return { assigned_to: (user_id ?? null) as Value };
  const place = parent_id === undefined ? {} : { parent_uuid: parent_id as Value };
  return { ...(fields as FieldValues), ...place };
}
