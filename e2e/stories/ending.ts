import type { StoryDevice } from './device.ts';
import { statusesOf, type Kind } from './ledger.ts';
import type { BrowserStory } from './story.ts';
import { expect, type ShownRow } from './tab.ts';

const kinds: readonly Kind[] = ['task', 'todo'];

/**
 * Ends all faults, syncs every tab, and compares the confirmed state with the server, both devices'
 * databases, and all four screens.
 */
export async function end(story: BrowserStory): Promise<void> {
  const { proxy, devices } = story;
  proxy.clear();
  for (const device of devices) if (!device.isOnline) await device.setOnline(true);
  for (const place of [0, 1] as const) {
    for (const device of devices) {
      const outcome = await device.tabs[place].syncNow();
      if (outcome !== 'complete') throw new Error(`${device.name}: ${outcome} that nobody made`);
    }
  }
  for (const device of devices) await check(story, device);
}

async function check({ ledger }: BrowserStory, device: StoryDevice): Promise<void> {
  const { person, name, tabs } = device;
  const [stored, served] = [await device.stored(), await device.served()];
  expect({ ...stored, items: [] }, `${name} has nothing left to do`).toEqual({
    items: [],
    queue: [],
    conflicts: [],
    buffered: [],
  });

  const expected = ledger.living().filter((entry) => ledger.sees(person.id, entry));
  const byUuid = (a: { uuid: string }, b: { uuid: string }) => (a.uuid < b.uuid ? -1 : 1);
  expect(
    served.map(({ uuid, type, title }) => ({ uuid, type, title })).sort(byUuid),
    `the server has what was confirmed, once, for ${name}`,
  ).toEqual(expected.map(({ uuid, type, title }) => ({ uuid, type, title })).sort(byUuid));
  for (const item of served) {
    const entry = ledger.get(item.uuid);
    const parent = ledger.parentOf(entry);
    expect(statusesOf(entry, ledger.children(entry.uuid)), entry.title).toContain(item.status);
    expect(item.assigned_to, entry.title).toBe(entry.assignee);
    if (parent !== null) expect(item.parent_uuid, entry.title).toBe(parent.uuid);
    expect(item.version, `${entry.title} changed no oftener`).toBeLessThanOrEqual(entry.acts);
  }

  // An item deleted before it was ever sent stays, so that its user can restore it.
  const neverSent = stored.items.filter((row) => row._deleted && row.base === null);
  expect(neverSent.filter(({ uuid }) => !ledger.isDeletedHere(uuid, name))).toEqual([]);
  expect(
    stored.items
      .filter((row) => !neverSent.includes(row))
      .map(({ base, _syncStatus, _deleted, ...row }) => {
        const { id, uuid, type, title, status, parent_uuid, assigned_to, permission } = row;
        const shown = { id, uuid, type, title, status, parent_uuid, assigned_to, permission };
        return { ...shown, _syncStatus, _deleted, version: base?.version, rev: base?.rev };
      })
      .sort(byUuid),
    `the database of ${name} is what the server shows`,
  ).toEqual(
    served
      .map((item) => {
        const { id, uuid, type, title, status, parent_uuid, assigned_to, permission } = item;
        const shown = { id, uuid, type, title, status, parent_uuid, assigned_to, permission };
        const { version, rev } = item;
        return { ...shown, _syncStatus: 'synced', _deleted: false, version, rev };
      })
      .sort(byUuid),
  );

  for (const tab of tabs) {
    const rows: ShownRow[] = [];
    for (const kind of kinds) rows.push(...(await tab.shown(kind)));
    expect(rows.sort(byUuid), `${tab.name} shows it`).toEqual(
      served
        .map(({ uuid, title, status }) => ({ uuid, title, status, isPending: false }))
        .sort(byUuid),
    );
    expect(tab.errors).toEqual([]);
  }
  expect(device.errors).toEqual([]);
}
