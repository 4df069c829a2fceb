import type { Tables } from '@foray/authority/testing';
import { maxQueryChars } from '@foray/domain';
import { brokenInvariants, remainsOfEnded } from '@foray/model';
import type { FuzzPerson } from './person.ts';
import type { Wire } from './wire.ts';

interface SeenItem {
  readonly id: number;
  readonly uuid: string;
  readonly title: string;
  readonly description: string | null;
  readonly parent_id: number | null;
  readonly status: string;
  readonly rev: number;
  readonly occurrence_of: string | null;
  readonly children_count: number;
  readonly completed_count: number;
  readonly [field: string]: unknown;
}

interface Page {
  readonly data: readonly SeenItem[];
  readonly cursor: number;
  readonly more: boolean;
  readonly last_page: number;
  readonly total: number;
}

const types = ['campaign', 'task', 'todo'] as const;
/** How many items of each person are read one by one and searched, and how many lost ones. */
const readAlone = 25;
const foundAtOnce = 50;

/**
 * The inconsistencies while no request runs, as sentences: within the tables and against the rights, and for
 * each person in their streams, lists, counts, searches, single reads and self-check.
 */
export async function disagreements(
  wire: Wire,
  people: readonly FuzzPerson[],
  tables: Tables,
): Promise<readonly string[]> {
  const each = people.map(async (person) => {
    const found = await disagreementsOf(person, wire, tables);
    return found.map((problem) => `${person.letter}: ${problem}`);
  });
  const ofPeople = await Promise.all(each);
  return [...brokenInvariants(tables), ...remainsOfEnded(tables), ...ofPeople.flat()];
}

/** The items that people can still read one by one although their right has ended, as sentences. */
export async function shownWithoutRight(
  wire: Wire,
  people: readonly FuzzPerson[],
  { access }: Tables,
): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const person of people) {
    const ended = access.filter((row) => row.user_id === person.userId && row.removed);
    for (const { item_id } of ended.slice(-readAlone)) {
      const { status, text } = await person.ask(wire, 'GET', `/api/items/${item_id}`);
      if (status !== 404)
        shown.push(`${person.letter}: item ${item_id} is answered ${status} ${text}`);
    }
  }
  return shown;
}

async function disagreementsOf(
  person: FuzzPerson,
  wire: Wire,
  { access }: Tables,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const same = (what: string, got: unknown, wanted: unknown): void => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (a !== b) problems.push(`${what}: ${a?.slice(0, 300)}, not ${b?.slice(0, 300)}`);
  };
  const get = async (path: string): Promise<unknown> => {
    const answer = await person.ask(wire, 'GET', path);
    if (answer.status === 200) return answer.body;
    throw new Error(`${path} answered ${answer.status} ${answer.text}`);
  };
  const held = new Map<string, readonly SeenItem[]>();
  for (const type of types) held.set(type, await fullPull(get, type));
  const items = [...held.values()].flat();

  const rights = access.filter((row) => row.user_id === person.userId && !row.removed);
  const ids = (rows: readonly { readonly id: number }[]) =>
    rows.map(({ id }) => id).toSorted((a, b) => a - b);
  same('stream and rights', ids(items), ids(rights.map(({ item_id: id }) => ({ id }))));

  const check = (await get('/api/self-check')) as Readonly<Record<string, unknown>>;
  for (const [type, rows] of held) {
    const sum = rows.reduce((total, { rev }) => total + rev, 0);
    same(`self-check of ${type}`, check[type], { count: rows.length, sum });
    const listed = await allPages(get, type);
    same(`list and stream of ${type}`, ids(listed.rows), ids(rows));
    same(`total of ${type}`, listed.total, rows.length);
  }
  for (const item of items) {
    const children = items.filter(
      ({ parent_id, occurrence_of }) => parent_id === item.id && occurrence_of === null,
    );
    const completed = children.filter(({ status }) => status === 'completed');
    const counts = [item.children_count, item.completed_count];
    same(`counts of ${item.id}`, counts, [children.length, completed.length]);
  }
  const step = Math.max(1, Math.floor(items.length / readAlone));
  for (const item of items.filter((_, at) => at % step === 0)) {
    const alone = (await get(`/api/items/${item.uuid}`)) as Readonly<Record<string, unknown>>;
    const inStream = Object.fromEntries(Object.keys(item).map((name) => [name, alone[name]]));
    same(`single read of ${item.id}`, inStream, item);
    if (item.title.length > maxQueryChars || item.title.length < 2) continue;
    const found = (await get(
      `/api/items/search?q=${encodeURIComponent(item.title)}`,
    )) as readonly SeenItem[];
    const isFull = found.length === foundAtOnce;
    if (!isFull && !found.some(({ id }) => id === item.id))
      problems.push(`${item.id} is not found`);
    const unseen = found.filter(({ id }) => !items.some((one) => one.id === id));
    if (unseen.length > 0) problems.push(`found, not in the stream: ${ids(unseen).join()}`);
  }
  const trash = (await get('/api/trash?limit=100')) as { readonly data: readonly SeenItem[] };
  const inTrash = trash.data.filter(({ id }) => items.some((one) => one.id === id));
  if (inTrash.length > 0) problems.push(`in the trash and in the stream: ${ids(inTrash).join()}`);

  const changes = (await get('/api/changes?since=0')) as { readonly mutuals: readonly unknown[] };
  const mutuals = (await get('/api/contacts/mutuals')) as { readonly mutuals: readonly unknown[] };
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  same('mutual contacts', sorted(changes.mutuals), sorted(mutuals.mutuals));
  return problems;
}

type Get = (path: string) => Promise<unknown>;

async function fullPull(get: Get, type: string): Promise<readonly SeenItem[]> {
  const rows = new Map<number, SeenItem>();
  for (let since = 0; ;) {
    const page = (await get(`/api/items?type=${type}&since=${since}`)) as Page;
    for (const item of page.data ?? []) rows.set(item.id, item);
    if (!page.more) return [...rows.values()];
    since = page.cursor;
  }
}

async function allPages(get: Get, type: string) {
  const rows: SeenItem[] = [];
  for (let page = 1; ; page += 1) {
    const answer = (await get(`/api/items?type=${type}&page=${page}`)) as Page;
    rows.push(...(answer.data ?? []));
    if (!(page < answer.last_page)) return { rows, total: answer.total };
  }
}
