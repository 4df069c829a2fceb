import { keepHeartbeat } from '@foray/sync';
import type { Opened } from './tab.ts';
import type { World } from './world.ts';

/** The server's event stream tells a tab where its account's feed stands. */
export async function hearHeartbeat(world: World, { device, profile }: Opened): Promise<void> {
  const { user, isGuest, browser } = profile;
  // The last release does not know them.
  const { server } = world;
  if (isGuest || browser.isLastRelease || server.hasEnded(user.id)) return;
  const read = await server.handle(() => server.store.read((reads) => reads.standing(user.id)));
  if (read.kind === 'down') return;
  const { epoch, run, head } = read.value;
  world.trace.note(`${profile.number} hears ${head}`);
  await keepHeartbeat(device, { epoch, run, head });
}
