import type { ModelFacts, ModelItem } from './facts.ts';
import type { EverybodysRights } from './everybodys-rights.ts';

/** The facts after an account has ended: its items, and then the account itself. */
export function withoutAccount(rights: EverybodysRights, leaver: string): ModelFacts {
  return endedAccount(erasedHoldings(rights, leaver), leaver);
}

/** Whether anything that is not erased belongs or is assigned to the person. */
export function holdsItems({ items }: ModelFacts, person: string): boolean {
  return [...items.values()].some(
    ({ owner, assignee, isErased }) => !isErased && (owner === person || assignee === person),
  );
}

/**
 * The facts after the items of a deleted account were given away, by the rights that applied before
 * (product.md, "Deleting an account"). The leaver's items under another's root pass to that root's owner.
 * Under the leaver's own roots each topmost item of another person who may change it becomes top-level with
 * everything below it, and the leaver's items in it pass to that person; the rest is erased. Assignments to
 * the leaver end.
 */
export function erasedHoldings(rights: EverybodysRights, leaver: string): ModelFacts {
  const { facts } = rights;
  const items = new Map(facts.items);
  for (const item of facts.items.values()) {
    if (item.isErased) continue;
    const heir = heirOf(rights, leaver, item);
    const assignee = item.assignee === leaver ? null : item.assignee;
    if (heir === null) {
      const deletion = item.deletion ?? { of: item.key };
      const erased = {
        isLiving: false,
        isErased: true,
        assignee: null,
        deletion,
        fields: {},
        copies: new Map<number, never>(),
      };
      items.set(item.key, { ...item, ...erased });
      continue;
    }
    items.set(item.key, {
      ...item,
      assignee,
      owner: item.owner === leaver ? heir.owner : item.owner,
      parent: item === heir ? null : item.parent,
    });
  }
  return { ...facts, items };
}

/** The facts after an account without items has ended. */
export function endedAccount(facts: ModelFacts, leaver: string): ModelFacts {
  const theirs = new Set(
    [...facts.people].flatMap((one) => [`${one} ${leaver}`, `${leaver} ${one}`]),
  );
  const without = (pairs: ReadonlySet<string>) =>
    new Set([...pairs].filter((pair) => !theirs.has(pair)));
  return {
    ...facts,
    mutuals: without(facts.mutuals),
    blocks: without(facts.blocks),
    ended: new Set([...facts.ended, leaver]),
  };
}

/** The item whose owner receives this one; null if this one is erased. */
function heirOf(rights: EverybodysRights, leaver: string, item: ModelItem): ModelItem | null {
  const line = [item, ...rights.line(item)];
  const root = line.at(-1) ?? item;
  if (root.owner !== leaver) return root;
  const isOthers = ({ key, owner, isErased }: ModelItem): boolean =>
    !isErased && owner !== leaver && rights.rightToChange(owner, key) !== null;
  return line.findLast(isOthers) ?? null;
}
