import { formatEtag, type ItemCommand, type Ref } from '@foray/contract';
import { instantOf, type Result } from '@foray/domain';
import { type Authority, createAuthority } from '../authority.ts';
import { AccountEnded, type EpochChangedError } from '../epochs/epoch-checked-store.ts';
import { standardLimits } from '../store/authority-limits.ts';
import type { Caller, CommandRequest } from '../store/request.ts';
import type { Store } from '../store/store.ts';
import { actOnContact } from './contact-acts.ts';
import { makeMutual } from './mutual.ts';
import { actorCount, type SlotRef, slotUuid, type ScriptStep } from './script.ts';
import { historiesOf } from './histories.ts';
import type { AuthorityTables } from './tables.ts';

/** The first moment of every script. */
const scriptStartMs = Date.parse('2026-03-01T12:00:00.000Z');

/** A state that scripts begin with: the rows, the actors, and the time. */
export interface ScriptStart {
  readonly tables: AuthorityTables;
  readonly actors: readonly number[];
  readonly nowMs: number;
}

/** The response to a step. */
export interface StepAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A step with everything resolved, ready for one store or for several with equal rows. */
export interface ReadyStep {
  readonly nowMs: number;
  readonly caller: Caller;
  readonly act: ScriptStep['act'];
  /** The item that the action reads. */
  readonly ref: Ref;
  /** The request, if the action changes an item. */
  readonly request: CommandRequest | null;
}

/** Runs steps on one store, with an authority whose clock and uuids belong to the script. */
export class ScriptRun {
  readonly authority: Authority;
  readonly #store: Store;
  readonly #actors: number[] = [];
  #nowMs = scriptStartMs;
  #uuids = 1000;

  /** `from` is the state of the store. Without it the store is empty, and `signIn` comes first. */
  constructor(store: Store, from?: ScriptStart, limits = standardLimits) {
    this.#store = store;
    if (from !== undefined) {
      this.#actors.push(...from.actors);
      this.#nowMs = from.nowMs;
    }
    this.authority = createAuthority({
      store,
      nowMs: () => this.#nowMs,
      newUuid: () => slotUuid(this.#uuids++),
      digest: (text) => text,
      limits,
      reportBug: (error) => {
        throw error;
      },
    });
  }

  /** The ids of the people, once `signIn` has run. */
  get actors(): readonly number[] {
    return this.#actors;
  }

  /** The script's time, milliseconds since 1970. */
  get nowMs(): number {
    return this.#nowMs;
  }

  set nowMs(value: number) {
    this.#nowMs = value;
  }

  /** Signs in the people of the script, each a contact of the next. */
  async signIn(): Promise<void> {
    for (let index = 0; index < actorCount; index += 1) {
      const name = `Actor ${index}`;
      const who = { phone: phoneOf(index), name, placeholder: false, verified: false };
      this.#actors.push((await this.authority.signIn(who)).id);
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = this.#actors;
    await makeMutual(this.#store, first, second);
    await makeMutual(this.#store, second, third);
    await makeMutual(this.#store, third, fourth);
  }

  /** Runs a step and returns its answer. */
  async step(step: ScriptStep): Promise<StepAnswer> {
    return this.run(await this.ready(step));
  }

  /** Resolves a step against this store; numbers are the same on every store with the same history. */
  async ready(step: ScriptStep): Promise<ReadyStep> {
    const { act } = step;
    this.#nowMs += step.afterMs;
    const command = await this.#command(act);
    return {
      nowMs: this.#nowMs,
      caller: { userId: this.#actors[step.actor] ?? 0, signedInAt: instantOf(scriptStartMs) },
      act,
      ref: act.kind === 'read' ? await this.#ref(act.item) : { id: 0 },
      request:
        command === null
          ? null
          : {
              command,
              op:
                step.op === null
                  ? undefined
                  : { id: `op-${step.op}`, fingerprint: JSON.stringify(command) },
              ifMatch:
                step.version === null
                  ? undefined
                  : formatEtag({ epoch: this.#store.epoch, version: step.version }),
              after: step.after === null ? undefined : `op-${step.after}`,
              isImport: step.isImport,
            },
    };
  }

  /** Runs a step that is ready. */
  async run(step: ReadyStep): Promise<StepAnswer> {
    this.#nowMs = step.nowMs;
    try {
      return await this.#answer(step);
    } catch (error) {
      if (!(error instanceof AccountEnded)) throw error;
      return { status: 401, body: null };
    }
  }

  async #answer(step: ReadyStep): Promise<StepAnswer> {
    if (step.request !== null) return this.authority.execute(step.caller, step.request);
    const body = await this.#other(step);
    return { status: body === null ? 404 : 200, body };
  }

  async #other({ act, caller, ref }: ReadyStep): Promise<unknown> {
    const { authority } = this;
    switch (act.kind) {
      case 'rename':
        return authority.rename(caller, act.name);
      case 'signIn': {
        const phone = phoneOf(this.#actors.indexOf(caller.userId));
        return authority.signIn({ ...act, phone, verified: true });
      }
      case 'import': {
        // Each also has a reading that belongs to no user, like a number without its country.
        const both = (phone: string) => [phone, `+4949${phone}`];
        const numbers = act.people.map(phoneOf).map((typed) => ({ typed, readings: both(typed) }));
        return authority.importContacts(caller, numbers);
      }
      case 'removeContact':
      case 'block':
      case 'unblock':
      case 'report':
        return (
          (await actOnContact(authority, caller, act.kind, this.#person(act.person) ?? 0)) || null
        );
      case 'leave':
        await authority.deleteAccount(caller);
        return 'done';
      case 'startEmpty': {
        const phone = phoneOf(this.#actors.indexOf(caller.userId));
        const asked = await authority.mustChooseStart(phone);
        const who = {
          phone,
          name: 'Renewed',
          placeholder: false,
          verified: true,
          start: 'empty',
        } as const;
        return { asked, user: await authority.signIn(who) };
      }
      case 'readInbox':
        await authority.markRead(caller, act.upTo);
        return 'done';
      case 'cleanUp':
        return authority.cleanUp();
      case 'batch':
        return (await authority.batch(caller, act.entries, Infinity)).results;
      case 'read':
        break;
      default:
        throw new Error(`${act.kind} is a change of an item`);
    }
    switch (act.what) {
      case 'get':
        return authority.get(caller, ref);
      case 'list':
        return authority.list(caller, { type: act.type, page: 1 });
      case 'search':
        return authority.search(caller, act.text);
      case 'delta':
        return page(await authority.delta(caller, { type: act.type, since: act.since, limit: 3 }));
      case 'changes':
        return page(await authority.changes(caller, { since: act.since, limit: 3 }));
      case 'activity':
        return historiesOf(authority, caller, ref);
      case 'trash':
        return authority.trash(caller, { limit: 2 });
      case 'selfCheck':
        return authority.selfCheck(caller);
    }
  }

  /** 0 is no user, then come the actors, a sample user, and an id that does not exist. */
  #person(index: number): number | null {
    if (index === 0) return null;
    return this.#actors[index - 1] ?? (index === actorCount + 1 ? 3 : 999_999);
  }

  async #ref({ slot: index, byNumber }: SlotRef): Promise<Ref> {
    const uuid = slotUuid(index);
    if (!byNumber) return { uuid };
    const [row] = await this.#store.read((reads) => reads.items({ uuids: [uuid] }));
    return { id: row?.id ?? 12_345_678 };
  }

  async #command(act: ScriptStep['act']): Promise<ItemCommand | null> {
    const ref = 'item' in act ? await this.#ref(act.item) : { id: 0 };
    switch (act.kind) {
      case 'create': {
        const at = new Date(this.#nowMs + act.claimedMs).toISOString();
        return {
          kind: 'create',
          uuid: slotUuid(act.slot),
          type: act.type,
          title: `Item ${act.slot}`,
          status: act.status,
          assigned_to: this.#person(act.assignee),
          parent_id: act.parent && (await this.#ref(act.parent)),
          created_at: at,
          completed_at: at,
          ...(repeats(act) && { due_date: '2026-03-01', repeat: 'FREQ=DAILY;COUNT=3' }),
        };
      }
      case 'patch': {
        const parent_id = act.parent === 'top' ? null : act.parent && (await this.#ref(act.parent));
        return {
          kind: 'patch',
          ref,
          changes: {
            ...(act.title !== null && { title: act.title }),
            ...(act.status !== null && { status: act.status }),
            ...(act.assignee !== null && { assigned_to: this.#person(act.assignee) }),
            ...(act.parent !== null && { parent_id }),
          },
        };
      }
      case 'assign':
        return { kind: 'assign', ref, user_id: this.#person(act.assignee) };
      case 'occurrence': {
        const { act: kind, n } = act;
        const skipped_from = kind === 'unskip' ? '2026-03-01' : null;
        const times = { skipped_from, skipped_day: null, completed_at: null, zone: 'UTC' };
        return { kind: 'occurrence', ref, act: kind, n, ...times };
      }
      case 'label':
        return { kind: 'label', ref, add: act.add, remove: act.remove };
      case 'remove':
        return { kind: 'remove', ref, user_id: this.#person(act.assignee) ?? 3 };
      case 'delete':
        return { kind: 'delete', ref, children: act.children.map(slotUuid) };
      case 'restore':
        return { kind: 'restore', ref };
      default:
        return null;
    }
  }
}

/** A page of a stream, or its refusal without the name of the run, which differs between stores. */
function page<T>(answer: Result<T, EpochChangedError>): unknown {
  if (answer.ok) return answer;
  const { knownHead, lostEpoch, position } = answer.error;
  return { knownHead, lostEpoch, head: position.head };
}

function phoneOf(actor: number): string {
  return `+4912345678${actor}`;
}

/** Whether the item of a slot repeats: half of those that can do. */
function repeats({ slot: index, type }: { readonly slot: number; readonly type: string }): boolean {
  return type !== 'campaign' && index % 2 === 0;
}
