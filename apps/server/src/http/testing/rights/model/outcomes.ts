import type { EditedField, Facts, LogEntry, ModelOutcome, Spot, Thing } from './facts.ts';
import { RightsModel } from './rights-model.ts';

/** The outcomes of successful requests, for one state of facts. */
export class OutcomeModel {
  readonly #facts: Facts;
  readonly #before: RightsModel;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#before = new RightsModel(facts);
  }

  /** Another value of a field, or of fields that depend on each other: the history keeps the former ones. */
  edit(person: string, name: string, ...fields: readonly EditedField[]): ModelOutcome {
    const campaign = campaignOf(this.#before.root(this.#thing(name)));
    return { ...this.#outcome(person, []), entries: [{ campaign, thing: name, what: fields }] };
  }

  /** The owner is notified when another user completes their item. */
  complete(person: string, name: string): ModelOutcome {
    const { owner } = this.#thing(name);
    return this.#outcome(person, [], [[owner, 'completed']]);
  }

  assign(person: string, name: string, assignee: string | null): ModelOutcome {
    const thing = this.#thing(name);
    const root = this.#before.root(thing);
    return this.#outcome(person, [{ ...thing, assignee }], assigned(assignee, root.owner));
  }

  /** The item belongs to its creator, no matter whom the payload names. */
  create(person: string, type: Thing['type'], spot: Spot, assignee: string | null): ModelOutcome {
    const parent = placeOf(spot);
    const made = { name: 'New', type, owner: person, assignee, parent, deletedWith: null };
    const root = parent === null ? made : this.#before.root(this.#thing(parent));
    return this.#outcome(person, [made], assigned(assignee, root.owner));
  }

  /**
   * Out of a root of another user only the mover's own descendants move along; the others, living or deleted,
   * go under the former parent. Under another root only assignees stay to whom the item could be assigned
   * there. Each side of the move gets an entry.
   */
  move(person: string, name: string, spot: Spot): ModelOutcome {
    const thing = this.#thing(name);
    const from = this.#before.root(thing);
    const parent = placeOf(spot);
    const to = parent === null ? thing : this.#before.root(this.#thing(parent));
    const below = this.#before.tree(thing).slice(1);
    const isTakenOut = from !== to && from.owner !== person;
    const left = below.filter(({ owner }) => isTakenOut && owner !== person);
    const moved = [{ ...thing, parent }, ...below.filter((row) => !left.includes(row))].map(
      (row) => {
        const isKept =
          parent === null || from === to || this.#before.mayAssign(person, row.assignee, to);
        return isKept ? row : { ...row, assignee: null };
      },
    );
    const [old, now] = [campaignOf(from), parent === null ? null : campaignOf(to)];
    const sides = old === now ? [old] : [old, now].filter((side) => side !== null);
    const stayed = left.filter(({ deletedWith }) => deletedWith === null);
    return {
      ...this.#outcome(person, [
        ...moved,
        ...left.map((row) => ({ ...row, parent: thing.parent })),
      ]),
      entries: [
        ...sides.map((side): LogEntry => ({ campaign: side, thing: name, what: 'moved' })),
        ...stayed.map((row): LogEntry => ({ campaign: old, thing: row.name, what: 'moved' })),
      ],
    };
  }

  /** Only named items are included, if they are below the item and not deleted. */
  remove(person: string, name: string, named: readonly string[]): ModelOutcome {
    const gone = this.#before
      .tree(this.#thing(name))
      .filter((row) => row.name === name || (named.includes(row.name) && row.deletedWith === null));
    return this.#outcome(
      person,
      gone.map((row) => ({ ...row, deletedWith: name })),
    );
  }

  /** Ends one person's assignments there and below, on deleted items too. */
  removePerson(person: string, name: string, removed: string): ModelOutcome {
    const held = this.#before
      .tree(this.#thing(name))
      .filter(({ assignee }) => assignee === removed);
    return this.#outcome(
      person,
      held.map((row) => ({ ...row, assignee: null })),
    );
  }

  /**
   * The items below from the same delete come back too, each under its parent, and without its assignee if
   * the person could not assign it to them there now.
   */
  restore(person: string, name: string): ModelOutcome {
    const thing = this.#thing(name);
    const root = this.#before.root(thing);
    const isKept = (assignee: string | null) =>
      assignee === person || this.#before.mayAssign(person, assignee, root);
    const back = this.#before
      .tree(thing)
      .filter(({ deletedWith }) => deletedWith === thing.deletedWith);
    return this.#outcome(
      person,
      back.map((row) => ({
        ...row,
        deletedWith: null,
        assignee: isKept(row.assignee) ? row.assignee : null,
      })),
    );
  }

  /** By the rights before the deletion, each of (1) to (4). */
  deleteAccount(leaver: string): ModelOutcome {
    const things = [...this.#facts.things.values()];
    const heirs = new Map(
      things.flatMap((thing) => {
        const root = this.#before.root(thing);
        // (2) the topmost item of another user who may change it; otherwise (1) an item under another's root.
        const head = root.owner === leaver ? this.#headAbove(leaver, thing) : root;
        return head === null ? [] : [[thing, head] as const];
      }),
    );
    const kept = [...heirs].map(([thing, head]): Thing => ({
      ...thing,
      owner: thing.owner === leaver ? head.owner : thing.owner,
      assignee: thing.assignee === leaver ? null : thing.assignee,
      parent: thing === head ? null : thing.parent,
    }));
    const after = new Map(kept.map((thing) => [thing.name, thing]));
    return { things: after, notices: this.#notices(leaver, after, []), entries: [] };
  }

  /** The topmost ancestor, or the thing itself, whose owner is another user with a right to change it. */
  #headAbove(leaver: string, thing: Thing): Thing | null {
    const above = thing.parent === null ? null : this.#headAbove(leaver, this.#thing(thing.parent));
    if (above !== null) return above;
    const isOthers =
      thing.owner !== leaver && this.#before.rightToChange(thing.owner, thing.name) !== null;
    return isOthers ? thing : null;
  }

  #outcome(
    person: string,
    changed: readonly Thing[],
    told: readonly (readonly [string, string])[] = [],
  ): ModelOutcome {
    const things = new Map(this.#facts.things);
    for (const thing of changed) things.set(thing.name, thing);
    return { things, notices: this.#notices(person, things, told), entries: [] };
  }

  /** The notified people, and those who lose access to an undeleted item of their own. */
  #notices(
    person: string,
    things: ReadonlyMap<string, Thing>,
    told: readonly (readonly [string, string])[],
  ): ReadonlySet<string> {
    const after = new RightsModel({ ...this.#facts, things });
    const removed = [...this.#facts.things.values()].filter(
      ({ name, owner }) =>
        things.get(name)?.deletedWith === null &&
        things.get(name)?.owner === owner &&
        this.#before.rightOn(owner, name) !== null &&
        after.rightOn(owner, name) === null,
    );
    return new Set(
      [...told, ...removed.map(({ owner }) => [owner, 'removed'] as const)]
        .filter(([who]) => who !== person && !who.startsWith('sample '))
        .map(([who, kind]) => `${who} ${kind}`)
        .toSorted(),
    );
  }

  #thing(name: string): Thing {
    const thing = this.#facts.things.get(name);
    if (thing === undefined) throw new Error(`there is no ${name}`);
    return thing;
  }
}

/** The assignee is notified, and the owner of the root when others assign. */
function assigned(assignee: string | null, rootOwner: string): (readonly [string, string])[] {
  if (assignee === null) return [];
  const own = [assignee, 'assigned'] as const;
  return assignee === rootOwner ? [own] : [own, [rootOwner, 'assigned_other']];
}

function placeOf(spot: Spot): string | null {
  return spot === 'top' ? null : spot.thing;
}

function campaignOf({ name, type }: Thing): string | null {
  return type === 'campaign' ? name : null;
}
