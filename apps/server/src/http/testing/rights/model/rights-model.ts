import type { ExpectedAnswer, Facts, Right, Spot, Thing } from './facts.ts';

const missing: ExpectedAnswer = { status: 404, code: 'not_found' };
const forbidden: ExpectedAnswer = { status: 403, code: 'forbidden' };
const illegalParent: ExpectedAnswer = { status: 422, code: 'illegal_parent' };
const unknownAssignee: ExpectedAnswer = { status: 422, code: 'unknown_assignee' };
const unchanged: ExpectedAnswer = { status: 200, changes: false };
const changed: ExpectedAnswer = { status: 200, changes: true };

/** The people in every picker, to whom anything can be assigned. */
const samplePeople = new Set(['sample 1', 'sample 2', 'sample 3', 'sample 4']);

/** The rules over one state of facts. */
export class RightsModel {
  readonly #facts: Facts;
  readonly #sights = new Map<string, ReadonlySet<string>>();
  readonly #children = new Map<string | null, Thing[]>();

  constructor(facts: Facts) {
    this.#facts = facts;
    for (const thing of facts.things.values()) {
      this.#children.set(thing.parent, [...(this.#children.get(thing.parent) ?? []), thing]);
    }
  }

  /** The person's right on an undeleted item; no user sees a deleted one. */
  rightOn(person: string, name: string): Right {
    const thing = this.#thing(name);
    if (thing.deletedWith !== null) return null;
    const right = this.rightToChange(person, name);
    if (right !== null) return right;
    const below = this.tree(thing).filter((other) => other !== thing && isLiving(other));
    return below.some((other) => this.rightToChange(person, other.name) !== null) ? 'view' : null;
  }

  /** The right by the rules from the root down, on deleted things too. */
  rightToChange(person: string, name: string): 'manage' | 'contribute' | null {
    const thing = this.#thing(name);
    if (this.#manages(person, thing)) return 'manage';
    return this.#contributes(person, thing) ? 'contribute' : null;
  }

  read(person: string, name: string): ExpectedAnswer {
    return this.rightOn(person, name) === null ? missing : unchanged;
  }

  activity(person: string, name: string): ExpectedAnswer {
    return this.#thing(name).type === 'campaign' ? this.read(person, name) : missing;
  }

  edit(person: string, name: string): ExpectedAnswer {
    const right = this.rightOn(person, name);
    if (right === null) return missing;
    return right === 'view' ? forbidden : changed;
  }

  /** Anyone who may edit may label. */
  label(person: string, name: string): ExpectedAnswer {
    return this.edit(person, name);
  }

  /** Anyone who may edit may complete an occurrence. */
  complete(person: string, name: string): ExpectedAnswer {
    return this.edit(person, name);
  }

  /** An item that does not repeat has no occurrence to skip or to undo. */
  skipOrUndo(person: string, name: string): ExpectedAnswer {
    const edit = this.edit(person, name);
    return edit === changed ? unchanged : edit;
  }

  /**
   * Undoes a completion, which deletes its copy: a manager of the item any, a contributor the last one if it
   * is their own.
   */
  undo(
    person: string,
    name: string,
    { by, isLast }: { readonly by: string; readonly isLast: boolean },
  ): ExpectedAnswer {
    const edit = this.edit(person, name);
    if (edit !== changed || this.rightOn(person, name) === 'manage') return edit;
    return isLast && by === person ? changed : forbidden;
  }

  /** Nobody can complete an occurrence that the item has not reached. */
  completeLater(person: string, name: string): ExpectedAnswer {
    const edit = this.edit(person, name);
    return edit === changed ? { status: 422, code: 'invalid' } : edit;
  }

  assign(person: string, name: string, assignee: string | null): ExpectedAnswer {
    const edit = this.edit(person, name);
    if (edit !== changed) return edit;
    const thing = this.#thing(name);
    if (thing.assignee === assignee) return unchanged;
    return this.mayAssign(person, assignee, thing) ? changed : unknownAssignee;
  }

  move(person: string, name: string, spot: Spot): ExpectedAnswer {
    const edit = this.edit(person, name);
    if (edit !== changed) return edit;
    const thing = this.#thing(name);
    const parent = spot === 'top' ? null : (spot.thing ?? 'unknown');
    if (parent === thing.parent) return unchanged;
    if (this.rightOn(person, name) !== 'manage') return forbidden;
    // Only the owner moves it to the top level.
    if (spot === 'top' && thing.owner !== person) return forbidden;
    const refused = this.#place(person, thing.type, spot);
    if (refused !== null || spot === 'top' || spot.thing === null) return refused ?? changed;
    const root = this.root(thing);
    const isTakenOut = root !== this.root(this.#thing(spot.thing));
    // The same applies to a move out of the root of another user.
    return isTakenOut && root.owner !== person && thing.owner !== person ? forbidden : changed;
  }

  create(
    person: string,
    type: Thing['type'],
    spot: Spot,
    assignee: string | null = null,
  ): ExpectedAnswer {
    const refused = this.#place(person, type, spot);
    if (refused !== null) return refused;
    const parent = spot === 'top' || spot.thing === null ? null : this.#thing(spot.thing);
    return this.mayAssign(person, assignee, parent)
      ? { status: 201, changes: true }
      : unknownAssignee;
  }

  remove(person: string, name: string): ExpectedAnswer {
    const right = this.rightOn(person, name);
    if (right === null) return missing;
    return right === 'manage' ? { status: 204, changes: true } : forbidden;
  }

  /** A user's assignments end on the thing and on everything below it, deleted or not. */
  removePerson(person: string, name: string, removed: string): ExpectedAnswer {
    const right = this.rightOn(person, name);
    if (right === null) return missing;
    if (right !== 'manage') return forbidden;
    const isHeld = this.tree(this.#thing(name)).some(({ assignee }) => assignee === removed);
    return isHeld ? changed : unchanged;
  }

  /** A restore needs manage now; for any other user the item does not exist. */
  restore(person: string, name: string): ExpectedAnswer {
    const thing = this.#thing(name);
    if (thing.deletedWith !== null) return this.#manages(person, thing) ? changed : missing;
    const right = this.rightOn(person, name);
    if (right === null) return missing;
    return right === 'manage' ? unchanged : forbidden;
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

  /** The topmost thing above a thing, or the thing itself. */
  root(thing: Thing): Thing {
    const parent = this.#parent(thing);
    return parent === null ? thing : this.root(parent);
  }

  /** The thing and everything below it, deleted or not. */
  tree(thing: Thing): readonly Thing[] {
    const children = this.#children.get(thing.name) ?? [];
    return [thing, ...children.flatMap((child) => this.tree(child))];
  }

  /**
   * The allowed assignees under a root: the sample users, anyone who has a right on an item of that root, and
   * the mutual contacts of its owner. A new root belongs to its creator.
   */
  mayAssign(person: string, assignee: string | null, within: Thing | null): boolean {
    if (assignee === null || samplePeople.has(assignee)) return true;
    const root = within === null ? null : this.root(within);
    const owner = root === null ? person : root.owner;
    if (assignee === owner || this.#facts.mutuals.has(`${owner} ${assignee}`)) return true;
    if (root === null) return false;
    return this.tree(root).some((thing) => this.rightOn(assignee, thing.name) !== null);
  }

  /** Why no item of that type may be placed there; null if it may. */
  #place(person: string, type: Thing['type'], spot: Spot): ExpectedAnswer | null {
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

  /** The owner at the top level, anyone who manages the parent, the owner who contributes to the parent. */
  #manages(person: string, thing: Thing): boolean {
    const parent = this.#parent(thing);
    if (parent === null) return thing.owner === person;
    if (this.#manages(person, parent)) return true;
    return thing.owner === person && this.#contributes(person, parent);
  }

  /** The assignee while the thing lives, and anyone who contributes to the parent, deleted or not. */
  #contributes(person: string, thing: Thing): boolean {
    if (isLiving(thing) && thing.assignee === person) return true;
    const parent = this.#parent(thing);
    return parent !== null && this.#contributes(person, parent);
  }

  #parent(thing: Thing): Thing | null {
    return thing.parent === null ? null : this.#thing(thing.parent);
  }

  #thing(name: string): Thing {
    const thing = this.#facts.things.get(name);
    if (thing === undefined) throw new Error(`there is no ${name}`);
    return thing;
  }
}

function isLiving({ deletedWith }: Thing): boolean {
  return deletedWith === null;
}
