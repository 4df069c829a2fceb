import type { AuthorityTables } from './tables.ts';

/**
 * The content of tables as text, without differences between two runs of the same commands: ids that were
 * assigned in another order (items are named by uuid, seqs left out), and the order of the log.
 */
export function outcomeOf(tables: AuthorityTables): string {
  const known = outcomes.get(tables);
  if (known !== undefined) return known;
  const outcome = JSON.stringify(readOutcome(tables));
  outcomes.set(tables, outcome);
  return outcome;
}

/** Races begin from the same tables again and again. */
const outcomes = new WeakMap<AuthorityTables, string>();

function readOutcome(tables: AuthorityTables): unknown {
  const uuidOf = new Map(tables.items.map((item) => [item.id, item.uuid]));
  const name = (id: number | null) => (id === null ? null : (uuidOf.get(id) ?? 'missing'));
  const sorted = (rows: readonly object[]) => rows.map(textOf).toSorted();
  return {
    items: sorted(
      tables.items.map((item) => ({
        ...item,
        id: name(item.id),
        root_id: name(item.root_id),
        parent_id: name(item.parent_id),
        deleted_op: item.deleted_op?.replace(/^\d+/, (id) => String(name(Number(id)))),
      })),
    ),
    access: sorted(
      tables.access.map(({ seq: _, ...row }) => ({
        ...row,
        item_id: name(row.item_id),
        root_id: name(row.root_id),
      })),
    ),
    heads: tables.heads,
    ops: sorted(tables.ops.map((row) => ({ ...row, item_id: name(row.item_id) }))),
    activity: sorted(
      tables.activity.map(({ id: _, metadata, ...row }) => ({
        ...row,
        item_id: name(row.item_id),
        campaign_id: name(row.campaign_id),
        metadata: Object.entries(metadata)
          .map(([field, { old, new: now }]) =>
            field === 'campaign_id' || field === 'parent_id'
              ? [field, name(old as number | null), name(now as number | null)]
              : [field, old, now],
          )
          .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      })),
    ),
    notifications: sorted(
      tables.notifications.map(({ id: _, ...row }) => ({
        ...row,
        item_id: name(row.item_id),
        campaign_id: name(row.campaign_id),
      })),
    ),
    mutuals: sorted(
      tables.feed.filter(({ kind }) => kind === 'mutual').map(({ seq: _, ...row }) => row),
    ),
    users: sorted(tables.users),
    contacts: sorted(tables.contacts),
    blocks: sorted(tables.blocks),
    reports: sorted(tables.reports.map(({ id: _, ...row }) => row)),
    formerNumbers: sorted(tables.former_numbers),
  };
}

/** A row as text, the fields of each object by name, because stores may give them in any order. */
function textOf(row: object): string {
  return JSON.stringify(partsOf(row));
}

/** An object as a list of its names and values, which JSON writes faster than text is put together. */
function partsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(partsOf);
  const fields = value as Readonly<Record<string, unknown>>;
  const names = namesByOrder(Object.keys(fields).filter((name) => fields[name] !== undefined));
  return [names, ...names.map((name) => partsOf(fields[name]))];
}

const sortedNames = new Map<string, readonly string[]>();

/** The same names in their order; rows of one table have the same names each time. */
function namesByOrder(names: readonly string[]): readonly string[] {
  const key = names.join();
  const known = sortedNames.get(key);
  if (known !== undefined) return known;
  const sorted = names.toSorted();
  sortedNames.set(key, sorted);
  return sorted;
}
