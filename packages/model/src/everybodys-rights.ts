import { isSamplePerson, type ModelFacts, type ModelItem } from './facts.ts';
import { rightsOf, type ModelRight, type PersonRights } from './rights.ts';

/** The rights of everybody over one state of facts. */
export class EverybodysRights {
  readonly facts: ModelFacts;
  readonly #rights = new Map<string, PersonRights<string>>();
  readonly #children = new Map<string, ModelItem[]>();

  constructor(facts: ModelFacts) {
    this.facts = facts;
    for (const item of facts.items.values()) {
      if (item.parent === null) continue;
      const siblings = this.#children.get(item.parent);
      if (siblings === undefined) this.#children.set(item.parent, [item]);
      else siblings.push(item);
    }
  }

  /** The right on a living item; nobody sees a deleted one. */
  rightOn(person: string, name: string): ModelRight {
    return this.#of(person).onLiving.get(name) ?? null;
  }

  /** The right by the rules from the root down, on deleted items too. */
  rightToChange(person: string, name: string): 'manage' | 'contribute' | null {
    return this.#of(person).toChange.get(name) ?? null;
  }

  /** The names of everything that the person sees. */
  sight(person: string): ReadonlySet<string> {
    return new Set(this.#of(person).onLiving.keys());
  }

  /** Whether the person can take the item out of the trash. */
  canRestore(person: string, item: ModelItem): boolean {
    return !item.isLiving && !item.isErased && this.rightToChange(person, item.key) === 'manage';
  }

  /** Whether the person may be shown the other's phone. */
  seesPhone(person: string, other: string): boolean {
    return person === other || this.facts.mutuals.has(`${person} ${other}`);
  }

  /** Whether one of them has blocked the other. */
  areParted(person: string, other: string): boolean {
    const { blocks } = this.facts;
    return blocks.has(`${person} ${other}`) || blocks.has(`${other} ${person}`);
  }

  /** The topmost item above an item, or the item itself. */
  root(item: ModelItem): ModelItem {
    return this.line(item).at(-1) ?? item;
  }

  /** The ancestors of an item, the nearest first, deleted ones too. */
  line(item: ModelItem): readonly ModelItem[] {
    const line: ModelItem[] = [];
    for (let at = this.facts.items.get(item.parent ?? ''); at;) {
      line.push(at);
      at = this.facts.items.get(at.parent ?? '');
    }
    return line;
  }

  /** The item and everything below it, deleted or not. */
  tree(item: ModelItem): readonly ModelItem[] {
    const children = this.#children.get(item.key) ?? [];
    return [item, ...children.flatMap((child) => this.tree(child))];
  }

  /** The living children that the person sees. */
  childrenSeen(person: string, name: string): readonly ModelItem[] {
    const children = this.#children.get(name) ?? [];
    return children.filter(({ key }) => this.rightOn(person, key) !== null);
  }

  /**
   * Whether the person may assign somebody under a root: the sample people, its owner, everybody who has a
   * right on an item of that root, and the mutual contacts of its owner, except those whom a block separates
   * from the person. A new root belongs to its maker.
   */
  mayAssign(person: string, assignee: string | null, root: ModelItem | null): boolean {
    if (assignee === null || isSamplePerson(assignee)) return true;
    if (this.areParted(person, assignee)) return false;
    const owner = root === null ? person : root.owner;
    if (assignee === owner || this.facts.mutuals.has(`${owner} ${assignee}`)) return true;
    if (root === null) return false;
    return this.tree(root).some(({ key }) => this.rightOn(assignee, key) !== null);
  }

  item(name: string): ModelItem {
    const item = this.facts.items.get(name);
    if (item === undefined) throw new Error(`there is no ${name}`);
    return item;
  }

  #of(person: string): PersonRights<string> {
    const known = this.#rights.get(person);
    if (known !== undefined) return known;
    const rights = rightsOf(this.facts.items, person);
    this.#rights.set(person, rights);
    return rights;
  }
}
