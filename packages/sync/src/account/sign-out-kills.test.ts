import { err } from '@foray/domain';
import type { LocalStores } from '../store/ports.ts';
import { transitionOf } from './account-transitions.ts';
import { beginSignOut, finishSignOut, finishSignOuts } from './sign-out.ts';
import { StoredAccountMemory } from './stored-account-memory.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { newWorld } from '../testing/test-world.ts';

const killed = { code: 'closed', detail: 'the browser was killed' } as const;
/** A localStorage that never reached the disk. */
const mirror = { load: () => null, save: () => undefined };

/** A page of the browser that is killed after this many durable steps: from then on nothing is stored. */
function pageKilledAfter(kept: MemoryStores, steps: number): LocalStores {
  let made = 0;
  const next = () => (made += 1) > steps;
  const spoil = async (opening: ReturnType<MemoryStores['open']>) => {
    const opened = await opening;
    if (!opened.ok) return opened;
    const store = opened.value;
    const destroy = store.destroy.bind(store);
    store.faults.beforeCommit = () => (next() ? killed : null);
    store.destroy = async () => (next() ? err(killed) : destroy());
    return opened;
  };
  return {
    open: (key) => spoil(kept.open(key)),
    openExisting: (key) => spoil(kept.openExisting(key)),
  };
}

test.each([0, 1, 2, 3, 4, 5])(
  '[AUTH-05] [I15] after a kill following %i durable steps of a sign-out, the browser starts in the state they left',
  async (steps) => {
    const { world, one } = newWorld();
    await one.runsAfter(one.create({ type: 'todo', title: 'sent' }), 'start');
    one.engine.stop();
    const { user } = world;
    const kept = new MemoryStores();
    kept.tables.set(user.id, one.tables);
    await new StoredAccountMemory(kept, mirror).change(transitionOf({ kind: 'signedIn', user }));

    const dying = pageKilledAfter(kept, steps);
    const memory = new StoredAccountMemory(dying, mirror);
    const opened = await dying.open(user.id);
    if (!opened.ok) throw new Error(opened.error.code);
    const { leaving } = await beginSignOut(memory, opened.value, user.id, 'keep');
    await finishSignOut(memory, dying, opened.value, leaving);

    const next = new StoredAccountMemory(kept, mirror);
    await finishSignOuts(next, kept);
    const remembered = await next.load();
    if (steps === 0) {
      // The sign-out had not begun, and nobody was told that it had.
      expect(remembered).toMatchObject({ user, leaving: [] });
      expect(one.tables.items.size).toBe(1);
    } else {
      expect(remembered).toMatchObject({
        user: null,
        signedOutId: user.id,
        leaving: [],
        known: [],
      });
      expect(one.tables.items.size).toBe(0);
    }
  },
);
