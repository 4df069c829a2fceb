/** A person's right on an item; null for none. */
export type ModelRight = 'manage' | 'contribute' | 'view' | null;

/** The parts of an item that rights follow from. Items and people have keys of any kind. */
export interface HeldItem<Item, Person> {
  readonly key: Item;
  readonly parent: Item | null;
  readonly owner: Person;
  readonly assignee: Person | null;
  readonly isLiving: boolean;
}

/** The rights of one person, by item. */
export interface PersonRights<Item> {
  /** The rights to change, by the rules from the root down; on deleted items too. */
  readonly toChange: ReadonlyMap<Item, 'manage' | 'contribute'>;
  /** The rights on living items. An item that is missing here does not exist for the person. */
  readonly onLiving: ReadonlyMap<Item, ModelRight>;
}

/**
 * The rights of a person by the table in product.md ("Rights"), from the root down. The owner of a top-level
 * item, everybody who manages the parent, and the item's owner who contributes to the parent manage it. The
 * assignee of a living item, and everybody who contributes to the parent, contribute. A person who may
 * change a living item views its living ancestors. A deleted item keeps its place and gives its assignee nothing.
 */
export function rightsOf<Item, Person>(
  items: ReadonlyMap<Item, HeldItem<Item, Person>>,
  person: Person,
): PersonRights<Item> {
  const toChange = new Map<Item, 'manage' | 'contribute'>();
  const evaluated = new Set<Item>();
  const evaluate = (item: HeldItem<Item, Person>): 'manage' | 'contribute' | undefined => {
    if (evaluated.has(item.key)) return toChange.get(item.key);
    evaluated.add(item.key);
    const parent = parentIn(items, item);
    const above = parent === undefined ? undefined : evaluate(parent);
    const isOwner = item.owner === person;
    const isAssignee = item.isLiving && item.assignee === person;
    const manages = parent === undefined ? isOwner : above === 'manage' || (isOwner && above);
    if (manages) toChange.set(item.key, 'manage');
    else if (isAssignee || above !== undefined) toChange.set(item.key, 'contribute');
    return toChange.get(item.key);
  };
  for (const item of items.values()) evaluate(item);

  const onLiving = new Map<Item, ModelRight>();
  for (const [key, right] of toChange) {
    const item = items.get(key);
    if (item?.isLiving !== true) continue;
    onLiving.set(key, right);
    for (let above = parentIn(items, item); above; above = parentIn(items, above)) {
      if (above.isLiving && !toChange.has(above.key)) onLiving.set(above.key, 'view');
    }
  }
  return { toChange, onLiving };
}

function parentIn<Item, Person>(
  items: ReadonlyMap<Item, HeldItem<Item, Person>>,
  { parent }: HeldItem<Item, Person>,
): HeldItem<Item, Person> | undefined {
  return parent === null ? undefined : items.get(parent);
}
