import { ok } from '@foray/domain';
import { askServer, contextOf } from '../server/network.ts';
import type { Profile } from '../story/profile.ts';
import type { SimulatedTab } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/**
 * Somebody deletes their account. A confirmed deletion is erased here, together with unsent changes; without
 * a response the person cannot know whether it is done, and everything is kept until the next 401.
 */
export async function deleteAccount(
  world: World,
  tab: SimulatedTab,
  profile: Profile,
): Promise<void> {
  if (profile.isGuest) return;
  const { accountEnds, eventLog, server } = world;
  const context = contextOf(profile);
  const reply = await askServer(
    world,
    profile,
    tab.life,
    'delete-account',
    context,
    async (authority, caller) => {
      world.takeNote();
      server.ending.add(caller.userId);
      accountEnds.begin(caller.userId);
      await authority.deleteAccount(caller);
      accountEnds.end(caller.userId, server.store);
      return ok(null);
    },
  );
  // Somebody who has signed in meanwhile did not ask for it.
  if (reply.kind !== 'answer' || tab.open?.profile !== profile) return;
  eventLog.leave([profile]);
  await tab.signOut('discard');
}
