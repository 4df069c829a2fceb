import { routes, type OperationId } from '@foray/contract';
import { decide, EverybodysRights, filledRequest, requestOf, uuidOfItem } from '@foray/model';
import type { ModelAct, ModelDecision, RequiredAnswer } from '@foray/model';
import type { TestAnswer } from '../test-client.ts';
import { relations, valueIn, type RightsWorld, type WorldPerson } from './world.ts';

/** A request that all cases send. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A cell of the matrix: a sender's request, and the required answer. */
export interface Case {
  readonly operation: OperationId;
  readonly actor: string;
  readonly about: string;
  readonly call: Call;
  readonly expected: RequiredAnswer;
  /** A further check of an answer; anything but true describes the problem. */
  readonly also?: ((answer: TestAnswer) => unknown) | undefined;
  /** The act of the model that the request stands for, and its decision. */
  readonly decided?: { readonly act: ModelAct; readonly decision: ModelDecision };
}

/** An act that everybody tries, or each actor their own. */
export type AnyAct = ModelAct | ((actor: string) => ModelAct);

/** The operation of each kind of act. */
const operations = {
  create: 'createItem',
  change: 'updateItem',
  assign: 'assignItem',
  label: 'labelItem',
  place: 'placeItem',
  occurrence: 'actOnOccurrence',
  delete: 'deleteItem',
  restore: 'restoreItem',
  removePerson: 'removePerson',
  block: 'blockContact',
  unblock: 'unblockContact',
  removeContact: 'removeContact',
  leave: 'deleteMe',
} as const satisfies Record<ModelAct['kind'], OperationId>;

/** All senders. */
export const actors = [...relations, 'signed out', 'expired session'] as const;

/**
 * The items of the requests: in each family the one to which the actors have the relations of their names.
 */
export const targets = [
  'task A',
  'campaign B',
  'todo C',
  'todo D',
  'task E',
  'todo F',
  'task G',
  'task H',
  'todo H',
];

/**
 * Without a session the response depends on the route alone, so this many items are skipped between two
 * requests.
 */
const itemsPerSessionless = 6;

/** The answer to anyone who has no valid session. */
export const unauthenticated: RequiredAnswer = { status: 401, code: 'unauthenticated' };

/** The things in the entries of each campaign's history. */
export type RightsLog = ReadonlyMap<string, readonly string[]>;

/** The material of cases: the world, its model, and the sessions of its people. */
export class RightsScene {
  readonly world: RightsWorld;
  readonly rights: EverybodysRights;
  readonly sessionIds: ReadonlyMap<string, number>;
  /** The entries of each campaign's history: the items that they are about. */
  readonly log: RightsLog;
  /** The time of the server, in its own format. */
  readonly now: string;
  readonly #rounds = new Map<OperationId, number>();

  constructor(parts: Pick<RightsScene, 'world' | 'sessionIds' | 'log' | 'now'>) {
    this.world = parts.world;
    this.rights = new EverybodysRights(parts.world.facts);
    this.sessionIds = parts.sessionIds;
    this.log = parts.log;
    this.now = parts.now;
  }

  /** The number and the uuid of an item. */
  ref(name: string): { readonly id: number; readonly uuid: string } {
    const id = this.world.ids.get(name);
    if (id === undefined) throw new Error(`there is no ${name}`);
    return { id, uuid: uuidOfItem(name) };
  }

  person(name: string): WorldPerson {
    const person = this.world.people.get(name);
    if (person === undefined) throw new Error(`there is no ${name}`);
    return person;
  }

  /** The answer to a person who edits an item. */
  answerToEdit(actor: string, item: string): RequiredAnswer {
    const edit = { kind: 'change', item, fields: { title: 'New' } } as const;
    return decide(this.world.facts, actor, edit).answer;
  }

  /** A case for every actor with the model's answer; `body` has more fields of the request. */
  forEachAct(
    anyAct: AnyAct,
    {
      body: more = {},
      also,
    }: { readonly body?: object; readonly also?: (actor: string) => Case['also'] } = {},
  ): Case[] {
    const actOf = (actor: string) => (typeof anyAct === 'function' ? anyAct(actor) : anyAct);
    const first = actOf('');
    const isUndo = first.kind === 'occurrence' && first.act.startsWith('un');
    const operation = isUndo ? 'undoOccurrence' : operations[first.kind];
    const cases = this.forEach(
      operation,
      JSON.stringify(first),
      (actor) => {
        const { url, body } = filledRequest(requestOf(actOf(actor)), (name) =>
          valueIn(this.world, name),
        );
        return { url, ...(body !== undefined && { body: { ...body, ...more } }) };
      },
      () => unauthenticated,
      also,
    );
    return cases.map((one) => {
      if (!this.world.people.has(one.actor)) return one;
      const act = actOf(one.actor);
      const decision = decide(this.world.facts, one.actor, act);
      return { ...one, expected: decision.answer, decided: { act, decision } };
    });
  }

  /**
   * A case for every actor, by the operation's method. Without a session the answer is 401, about the first item of
   * each operation and some of the others.
   */
  forEach(
    operation: OperationId,
    about: string,
    call: (actor: string) => Omit<Call, 'method'>,
    expected: (actor: string) => RequiredAnswer,
    also?: (actor: string) => Case['also'],
  ): Case[] {
    const round = this.#rounds.get(operation) ?? 0;
    this.#rounds.set(operation, round + 1);
    const asking = round % itemsPerSessionless === 0 ? actors : relations;
    return asking.map((actor): Case => {
      const isPerson = this.world.people.has(actor);
      return {
        operation,
        actor,
        about,
        call: { ...call(actor), method: routes[operation].method },
        expected: isPerson ? expected(actor) : unauthenticated,
        also: isPerson ? also?.(actor) : undefined,
      };
    });
  }
}

/** True, or both values. */
export function equal(got: unknown, wanted: unknown): unknown {
  return JSON.stringify(got) === JSON.stringify(wanted) || { got, wanted };
}
