import { withItems } from './facts.ts';
import type { ModelCopy, ModelDeletion, ModelFacts, ModelItem } from './facts.ts';
import { EverybodysRights } from './everybodys-rights.ts';
import { rollUp } from './roll-up.ts';

/** Only named items are deleted too, if they are below and not deleted yet. */
export function deleted(
  rights: EverybodysRights,
  name: string,
  children: readonly string[],
): ModelFacts {
  const deletion: ModelDeletion = { of: name };
  const gone = rights
    .tree(rights.item(name))
    .filter(({ key, isLiving }) => isLiving && (key === name || children.includes(key)));
  const facts = withItems(
    rights.facts,
    gone.map((row) => {
      const copies = withDeletions(row, (copy) => copy.deletion ?? deletion);
      return { ...row, isLiving: false, deletion, copies };
    }),
  );
  const parents = new Set(gone.map(({ parent }) => parent));
  let { items } = facts;
  for (const parent of parents) items = rollUp(items, parent, { kind: 'removed' });
  return { ...facts, items };
}

/**
 * Brings back an item with the others of its delete that are below it; if the delete was of this item, also
 * those that were moved elsewhere since, where the person manages them. Only those stay assigned to whom the
 * person could assign the items there now.
 */
export function restored(facts: ModelFacts, person: string, name: string): ModelFacts {
  const before = new EverybodysRights(facts);
  const item = before.item(name);
  const { deletion } = item;
  if (deletion === null) return facts;
  const back = [...facts.items.values()].filter(
    (row) => row.deletion === deletion && !row.isErased,
  );
  const isBelow = (row: ModelItem, heads: readonly ModelItem[]): boolean =>
    before.line(row).some((above) => heads.includes(above));
  const elsewhere = back.filter(
    (row) => row !== item && !isBelow(row, [item, ...back]) && before.canRestore(person, row),
  );
  let now = facts;
  for (const head of [item, ...(deletion.of === name ? elsewhere : [])]) {
    const rights = new EverybodysRights(now);
    const root = rights.root(head);
    const family = [head, ...back.filter((row) => row !== head && isBelow(row, [head]))].map(
      (row): ModelItem => {
        const isKept = row.assignee === person || rights.mayAssign(person, row.assignee, root);
        const assignee = isKept ? row.assignee : null;
        const isBack = (copy: ModelCopy) => copy.deletion === deletion;
        const copies = withDeletions(row, (copy) => (isBack(copy) ? null : copy.deletion), person);
        return { ...row, isLiving: true, deletion: null, assignee, copies };
      },
    );
    let { items } = withItems(now, family);
    const came = new Set(family.map(({ key }) => key));
    for (const { parent, status } of family) {
      if (parent !== null && !came.has(parent))
        items = rollUp(items, parent, { kind: 'added', status });
    }
    now = { ...now, items };
  }
  return now;
}

/** The copies with other deletions; those that come back were last changed by that person. */
function withDeletions(
  { copies }: ModelItem,
  deletionOf: (copy: ModelCopy) => ModelDeletion | null,
  person?: string,
): ModelItem['copies'] {
  return new Map(
    [...copies].map(([n, copy]) => {
      const deletion = deletionOf(copy);
      const by = deletion === null && copy.deletion !== null ? person : undefined;
      return [n, { ...copy, deletion, by: by ?? copy.by }];
    }),
  );
}
