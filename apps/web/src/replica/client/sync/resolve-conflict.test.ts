import { rememberedAs } from '@foray/sync/testing';
import { type ResolutionChoice } from '@foray/sync';
import { TestWorld } from '@foray/sync/testing/test-world';
import { createClient } from '../client.ts';
import { browserWith } from '../../testing/browser.ts';

const uuid = '00000000-0000-4000-8000-000000000001';

/** The page of a user who is asked about a title that was changed here and on the server. */
async function asked() {
  const world = new TestWorld();
  const { transport } = world.newDevice();
  const { ports, time, sessions } = browserWith(rememberedAs(world.user));
  const { me, login, logout } = sessions;
  Object.assign(ports, { transport: Object.assign(transport, { me, login, logout }) });
  await world.server.seed({ uuid, type: 'todo', title: 'start' });
  const client = createClient(ports, async () => ports);
  await expect.poll(() => client.replica.get().row(uuid)?.title).toBe('start');
  const seen = client.replica.get().row(uuid);
  if (seen === undefined) throw new Error('no row');
  await client.actions.updateItem(seen, { title: 'mine' });
  await world.time.pass(5000);
  await world.server.change(uuid, { title: 'theirs' });
  await time.pass(50);
  await expect.poll(() => client.isResolvingConflicts.get()).toBe(true);
  const [conflict] = client.conflicts.get();
  if (conflict === undefined) throw new Error('no conflict');
  const shown = { conflict, row: client.replica.get().row(uuid) };
  transport.calls.length = 0;
  return { world, client, time, transport, shown };
}

test.each<[ResolutionChoice, string]>([
  ['local', 'mine'],
  ['server', 'theirs'],
])(
  '[CONF-05] after a conflict is resolved in favour of the %s version a sync starts',
  async (keep, title) => {
    const { world, client, time, transport, shown } = await asked();
    expect(await client.actions.resolveConflict(shown, keep)).toBe('resolved');
    // Far less than the interval of the timer.
    await time.pass(1000);
    await expect.poll(() => transport.calls).toContain('pull');
    await expect.poll(() => client.sync.get().syncing).toBe(false);
    expect(world.server.items.get(uuid)?.title).toBe(title);
    expect(client.conflicts.get()).toEqual([]);
    expect(client.sync.get()).toMatchObject({ pending: 0, conflicts: 0 });
  },
);
