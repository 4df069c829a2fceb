import { routes, type OperationId } from '@foray/contract';
import type { TestAnswer } from '../test-client.ts';
import type { ExpectedAnswer, ModelOutcome } from './model/facts.ts';
import { OutcomeModel } from './model/outcomes.ts';
import { RightsModel } from './model/rights-model.ts';
import { relations, type RightsWorld, type WorldPerson } from './world.ts';

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
  readonly expected: ExpectedAnswer;
  /** A further check of an answer; anything but true describes the problem. */
  readonly also?: (answer: TestAnswer) => unknown;
  /** If the response reports a change: the required state of the server afterwards. */
  readonly after?: () => ModelOutcome;
}

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
export const unauthenticated: ExpectedAnswer = { status: 401, code: 'unauthenticated' };

/** The things in the entries of each campaign's history. */
export type RightsLog = ReadonlyMap<string, readonly string[]>;

/** The material of cases: the world, its model, and the sessions of its people. */
export class RightsScene {
  readonly world: RightsWorld;
  readonly model: RightsModel;
  readonly outcomes: OutcomeModel;
  readonly sessionIds: ReadonlyMap<string, number>;
  /** The entries of each campaign's history: the items that they are about. */
  readonly log: RightsLog;
  /** The time of the server, in its own format. */
  readonly now: string;
  readonly #rounds = new Map<OperationId, number>();

  constructor(parts: Pick<RightsScene, 'world' | 'sessionIds' | 'log' | 'now'>) {
    this.world = parts.world;
    this.model = new RightsModel(parts.world.facts);
    this.outcomes = new OutcomeModel(parts.world.facts);
    this.sessionIds = parts.sessionIds;
    this.log = parts.log;
    this.now = parts.now;
  }

  /** The number and the uuid of a thing. */
  ref(name: string): { readonly id: number; readonly uuid: string } {
    const ref = this.world.refs.get(name);
    if (ref === undefined) throw new Error(`there is no ${name}`);
    return ref;
  }

  person(name: string): WorldPerson {
    const person = this.world.people.get(name);
    if (person === undefined) throw new Error(`there is no ${name}`);
    return person;
  }

  /** Whether the person may restore a deleted thing. */
  canRestore(actor: string, name: string): boolean {
    return this.model.restore(actor, name).status === 200;
  }

  /** How many undeleted children of a thing the person sees. */
  childrenSeen(actor: string, name: string): number {
    const { things } = this.world.facts;
    return [...things.values()].filter(
      ({ name: child, parent }) => parent === name && this.model.rightOn(actor, child) !== null,
    ).length;
  }

  /**
   * A case for every actor, by the operation's method: the model's expected answer. Without a session the answer is
   * 401, about the first item of each operation and some of the others.
   */
  forEach(
    operation: OperationId,
    about: string,
    call: (actor: string) => Omit<Call, 'method'>,
    expected: (actor: string) => ExpectedAnswer,
    also?: (actor: string) => (answer: TestAnswer) => unknown,
    after?: (actor: string) => ModelOutcome,
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
        ...(isPerson && also && { also: also(actor) }),
        ...(isPerson && after && { after: () => after(actor) }),
      };
    });
  }
}

/** True, or both values. */
export function equal(got: unknown, wanted: unknown): unknown {
  return JSON.stringify(got) === JSON.stringify(wanted) || { got, wanted };
}
