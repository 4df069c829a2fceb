/*
 * Who may do what, written a second time from product.md ("Who sees and may do what", "The hierarchy",
 * "The wire") and knowing nothing of the production code: slow, and obviously right. People and things
 * go by names.
 */

/** What somebody has in hand of a thing. */
export type Right = 'manage' | 'contribute' | 'view' | null;

/** One campaign, task or todo. */
export interface Thing {
  readonly name: string;
  readonly type: 'campaign' | 'task' | 'todo';
  readonly owner: string;
  readonly assignee: string | null;
  readonly parent: string | null;
  readonly isDeleted: boolean;
}

/** Everything that rights are drawn from. */
export interface Facts {
  readonly things: ReadonlyMap<string, Thing>;
  /** `person thing`: what somebody sees or saw at some time. */
  readonly everSeen: ReadonlySet<string>;
  /** `person person`, both ways. */
  readonly mutuals: ReadonlySet<string>;
}

/** Where something is put: the top level, a thing, or (null) a thing that there is not. */
export type Spot = 'top' | { readonly thing: string | null; readonly by: 'number' | 'uuid' };

/** How a request must be answered, and whether anything may be different afterwards. */
export interface Expected {
  readonly status: number;
  readonly code?: string;
  readonly changes?: boolean;
}

const missing: Expected = { status: 404, code: 'not_found' };
const forbidden: Expected = { status: 403, code: 'forbidden' };
const illegalParent: Expected = { status: 422, code: 'illegal_parent' };
const unknownAssignee: Expected = { status: 422, code: 'unknown_assignee' };
const unchanged: Expected = { status: 200, changes: false };
const changed: Expected = { status: 200, changes: true };

/** Those who stand in every picker and can be given anything. */
const samplePeople = new Set(['sample 1', 'sample 2', 'sample 3', 'sample 4']);

/** The rules over one state of facts. */
export class RightsModel {
  readonly #facts: Facts;
  readonly #sights = new Map<string, ReadonlySet<string>>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** The right on a living thing; a deleted one gives none. */
  rightOn(person: string, name: string): Right {
    const thing = this.#thing(name);
    if (thing.isDeleted) return null;
    const own = this.#ownRight(person, thing);
    if (own !== null) return own;
    const below = this.#living().filter((other) => this.#line(other).slice(1).includes(thing));
    return below.some((other) => this.#ownRight(person, other) !== null) ? 'view' : null;
  }

  read(person: string, name: string): Expected {
    return this.rightOn(person, name) === null ? missing : unchanged;
  }

  activity(person: string, name: string): Expected {
    return this.#thing(name).type === 'campaign' ? this.read(person, name) : missing;
  }

  edit(person: string, name: string): Expected {
    const right = this.rightOn(person, name);
    if (right === null) return missing;
    return right === 'view' ? forbidden : changed;
  }

  assign(person: string, name: string, assignee: string | null): Expected {
    const edit = this.edit(person, name);
    if (edit !== changed) return edit;
    const thing = this.#thing(name);
    if (thing.assignee === assignee) return unchanged;
    return this.#mayAssign(person, assignee, thing) ? changed : unknownAssignee;
  }

  move(person: string, name: string, spot: Spot): Expected {
    const edit = this.edit(person, name);
    if (edit !== changed) return edit;
    const thing = this.#thing(name);
    const parent = spot === 'top' ? null : (spot.thing ?? 'unknown');
    if (parent === thing.parent) return unchanged;
    if (this.rightOn(person, name) !== 'manage') return forbidden;
    return this.#place(person, thing.type, spot) ?? changed;
  }

  create(
    person: string,
    type: Thing['type'],
    spot: Spot,
    assignee: string | null = null,
  ): Expected {
    const refused = this.#place(person, type, spot);
    if (refused !== null) return refused;
    const parent = spot === 'top' || spot.thing === null ? null : this.#thing(spot.thing);
    return this.#mayAssign(person, assignee, parent)
      ? { status: 201, changes: true }
      : unknownAssignee;
  }

  remove(person: string, name: string): Expected {
    const right = this.rightOn(person, name);
    if (right === null) return missing;
    return right === 'manage' ? { status: 204, changes: true } : forbidden;
  }

  /** Of a deleted thing whoever could delete it if it lived may restore it. */
  restore(person: string, name: string): Expected {
    const thing = this.#thing(name);
    const right = thing.isDeleted ? this.#ownRight(person, thing) : this.rightOn(person, name);
    if (right === null) return missing;
    if (right !== 'manage') return forbidden;
    return thing.isDeleted ? changed : unchanged;
  }

  /** The names of everything that the person sees. */
  sight(person: string): ReadonlySet<string> {
    const names = [...this.#facts.things.keys()];
    const known = this.#sights.get(person);
    const sight = known ?? new Set(names.filter((name) => this.rightOn(person, name) !== null));
    this.#sights.set(person, sight);
    return sight;
  }

  /** Whether the person may be shown the other's phone. */
  seesPhone(person: string, other: string): boolean {
    return person === other || this.#facts.mutuals.has(`${person} ${other}`);
  }

  /** Why nothing of that type may be put there; null if it may. */
  #place(person: string, type: Thing['type'], spot: Spot): Expected | null {
    if (spot === 'top') return null;
    const right = spot.thing === null ? null : this.rightOn(person, spot.thing);
    if (spot.thing === null || right === null) {
      if (spot.by === 'number') return illegalParent;
      const isGone = this.#facts.everSeen.has(`${person} ${spot.thing}`);
      return { status: 409, code: isGone ? 'parent_gone' : 'parent_pending' };
    }
    if (right === 'view') return forbidden;
    const parentType = this.#thing(spot.thing).type;
    const isLegal =
      (parentType === 'campaign' && type !== 'campaign') ||
      (parentType === 'task' && type === 'todo');
    return isLegal ? null : illegalParent;
  }

  #mayAssign(person: string, assignee: string | null, within: Thing | null): boolean {
    if (assignee === null || assignee === person || samplePeople.has(assignee)) return true;
    if (this.#facts.mutuals.has(`${person} ${assignee}`)) return true;
    const top = within === null ? undefined : this.#line(within).at(-1);
    if (top?.type !== 'campaign') return false;
    return this.#living().some(
      (thing) =>
        this.#line(thing).includes(top) &&
        (thing.owner === assignee || thing.assignee === assignee),
    );
  }

  #ownRight(person: string, thing: Thing): Right {
    const line = this.#line(thing);
    if (line.some(({ owner }) => owner === person)) return 'manage';
    return line.some(({ assignee }) => assignee === person) ? 'contribute' : null;
  }

  /** The thing and its living ancestors, the nearest first. */
  #line(thing: Thing): readonly Thing[] {
    const parent = thing.parent === null ? undefined : this.#facts.things.get(thing.parent);
    return parent === undefined || parent.isDeleted ? [thing] : [thing, ...this.#line(parent)];
  }

  #living(): readonly Thing[] {
    return [...this.#facts.things.values()].filter((thing) => !thing.isDeleted);
  }

  #thing(name: string): Thing {
    const thing = this.#facts.things.get(name);
    if (thing === undefined) throw new Error(`there is no ${name}`);
    return thing;
  }
}
