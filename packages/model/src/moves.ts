import type { ModelFacts, ModelItem } from './facts.ts';
import type { EverybodysRights } from './everybodys-rights.ts';

/** The result of a move. */
export interface MovedItems {
  readonly facts: ModelFacts;
  /** The items that stay under the former parent, as they are afterwards. */
  readonly left: readonly ModelItem[];
}

/**
 * Moves an item; `next` is the item after the move. Out of another person's root only the mover's own items
 * below it move along, and the others, living or deleted, go under its former parent. Under another root only
 * those stay assigned who could be assigned there.
 */
export function moved(rights: EverybodysRights, person: string, next: ModelItem): MovedItems {
  const { facts } = rights;
  const item = rights.item(next.key);
  const parent = facts.items.get(next.parent ?? '') ?? null;
  const from = rights.root(item);
  const to = parent === null ? item : rights.root(parent);
  const below = rights.tree(item).slice(1);
  const staysBehind = ({ owner }: ModelItem): boolean =>
    from !== to && from.owner !== person && owner !== person;
  const left = below
    .filter(staysBehind)
    .map((row) => ({ ...row, parent: item.parent, fields: { ...row.fields, position: null } }));
  const isReassigned = next.assignee !== item.assignee;
  const taken = [next, ...below.filter((row) => !staysBehind(row))].map((row) => {
    const isKept =
      parent === null ||
      from === to ||
      (isReassigned && row === next) ||
      rights.mayAssign(person, row.assignee, to);
    return isKept ? row : { ...row, assignee: null };
  });
  const items = new Map(facts.items);
  for (const row of [...taken, ...left]) items.set(row.key, row);
  return { facts: { ...facts, items }, left };
}
