import { uuidOfItem } from './acts.ts';
import type { ModelDecision, ModelEntry, ModelItem } from './facts.ts';
import { EverybodysRights } from './everybodys-rights.ts';
import { isRepeating } from './repeat-days.ts';
import { firstPersonId, type ComparedTables, type StoredItemRow } from './stored-tables.ts';

/** The names of the people and items of a store. */
export class StoredNames {
  readonly #people: ReadonlyMap<number, string>;
  readonly #items = new Map<string, string>();

  constructor(people: ReadonlyMap<string, number>) {
    this.#people = new Map([...people].map(([name, id]) => [id, name]));
  }

  person(id: number | null): string {
    if (id === null) return 'nobody';
    return this.#people.get(id) ?? (id < firstPersonId ? `sample ${id}` : `user ${id}`);
  }

  /** Learns the uuids of these items, which their names decide. */
  learn(names: Iterable<string>): void {
    for (const name of names) this.#items.set(uuidOfItem(name), name);
  }

  item({ uuid }: Pick<StoredItemRow, 'uuid'>): string {
    return this.#items.get(uuid) ?? uuid;
  }
}

/**
 * The differences between the required state after an act and the rows, as sentences; `before` are the rows
 * before it. Compared are every item, every right, and the notifications and entries that the act added.
 */
export function differencesIn(
  decision: ModelDecision,
  before: ComparedTables,
  after: ComparedTables,
  names: StoredNames,
): readonly string[] {
  names.learn(decision.facts.items.keys());
  const got = storedFacts(before, after, names);
  const wanted = requiredFacts(decision);
  return [
    ...[...got].filter((fact) => !wanted.has(fact)).map((fact) => `is: ${fact}`),
    ...[...wanted].filter((fact) => !got.has(fact)).map((fact) => `is not: ${fact}`),
  ];
}

function storedFacts(
  before: ComparedTables,
  { items, access, notifications, activity }: ComparedTables,
  names: StoredNames,
): ReadonlySet<string> {
  // Their places, rights and erasure are invariants of the rows.
  const copies = items.filter(({ occurrence_of }) => occurrence_of !== null);
  const copyIds = new Set(copies.map(({ id }) => id));
  const byId = new Map(items.map((item) => [item.id, names.item(item)]));
  const nameOf = (id: number | null): string =>
    id === null ? '-' : (byId.get(id) ?? `item ${id}`);
  const told = toldIn(before.notifications);
  const last = before.activity.at(-1)?.id ?? 0;
  return new Set([
    ...items.flatMap((item) => {
      if (copyIds.has(item.id)) return [];
      const left = copies.filter((copy) => copy.occurrence_of === item.uuid && !copy.deleted_at);
      const life = item.deleted_at === null ? 'living' : item.title === '' ? 'erased' : 'deleted';
      return factOf(nameOf(item.id), {
        type: item.type,
        life,
        title: item.title,
        status: item.status,
        due: item.due_date,
        position: item.position,
        series: item.repeat && [item.occurrence, item.occurrence_day, item.repeat_done ?? 0],
        copies: left.map(({ occurrence }) => occurrence).toSorted((a, b) => a - b),
        owner: names.person(item.user_id),
        assignee: names.person(item.assigned_to),
        parent: nameOf(item.parent_id),
      });
    }),
    ...access.flatMap(({ user_id, item_id, permission, removed }) =>
      removed || copyIds.has(item_id)
        ? []
        : `${names.person(user_id)}: ${permission} on ${nameOf(item_id)}`,
    ),
    ...[...toldIn(notifications)].flatMap(([one, count]) =>
      count > (told.get(one) ?? 0) ? toldOf(one, count - (told.get(one) ?? 0), names) : [],
    ),
    ...counted(
      activity.flatMap(({ id, campaign_id, item_id, action, metadata }) => {
        if (id <= last || (action !== 'moved' && action !== 'updated')) return [];
        const former = Object.entries(metadata).map(([field, { old }]) => [field, old] as const);
        const what: ModelEntry['what'] = action === 'moved' ? action : Object.fromEntries(former);
        return entryOf(nameOf(campaign_id), nameOf(item_id), what);
      }),
    ),
  ]);
}

/** How often each person has been told of each kind. */
function toldIn(notifications: ComparedTables['notifications']): ReadonlyMap<string, number> {
  const told = new Map<string, number>();
  for (const { user_id, kind, count } of notifications) {
    const key = `${user_id} ${kind}`;
    told.set(key, (told.get(key) ?? 0) + count);
  }
  return told;
}

function toldOf(one: string, count: number, names: StoredNames): string {
  const [id = '', kind = ''] = one.split(' ');
  return `${names.person(Number(id))} ${kind}: told ${count} times`;
}

/** Each text with the number of its occurrences. */
function counted(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text}: ${count} times`);
}

function requiredFacts({ facts, notices, entries }: ModelDecision): ReadonlySet<string> {
  const model = new EverybodysRights(facts);
  const items = [...facts.items.values()];
  return new Set([
    ...items.map((item) =>
      factOf(item.key, {
        type: item.type,
        life: lifeOf(item),
        title: item.fields['title'],
        status: item.status,
        due: item.fields['due_date'] ?? null,
        position: item.fields['position'] ?? null,
        series: isRepeating(item)
          ? [item.n, item.fields['occurrence_day'] ?? null, item.done]
          : null,
        copies: [...item.copies]
          .flatMap(([n, { deletion }]) => (deletion === null ? n : []))
          .toSorted((a, b) => a - b),
        owner: item.owner,
        assignee: item.assignee ?? 'nobody',
        parent: item.parent ?? '-',
      }),
    ),
    ...[...facts.people].flatMap((who) =>
      [...model.sight(who)].map((name) => `${who}: ${model.rightOn(who, name)} on ${name}`),
    ),
    ...counted(notices.map((one) => `${one}: told`)).map((one) => one.replace('told:', 'told')),
    ...counted(entries.map(({ campaign, item, what }) => entryOf(campaign ?? '-', item, what))),
  ]);
}

function lifeOf({ isLiving, isErased }: ModelItem): string {
  return isLiving ? 'living' : isErased ? 'erased' : 'deleted';
}

function factOf(name: string, fact: Readonly<Record<string, unknown>>): string {
  // An erased item has nothing left but its place.
  const { type, owner, parent, life } = fact;
  return `${name}: ${JSON.stringify(life === 'erased' ? { type, owner, parent, life } : fact)}`;
}

function entryOf(campaign: string, item: string, what: ModelEntry['what']): string {
  if (what === 'moved') return `history of ${campaign}: ${item} ${what}`;
  const former = Object.entries(what).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `history of ${campaign}: ${item} was ${JSON.stringify(former)}`;
}
