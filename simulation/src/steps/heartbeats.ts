import { hearNewer, keepHeartbeat } from '@foray/sync';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/** The server's event stream tells a tab the position of its account's feed. */
export async function hearHeartbeat(world: World, { device, profile }: TabAccount): Promise<void> {
  const { user, isGuest, browser } = profile;
  const { server } = world;
  // The last release does not know heartbeats.
  if (isGuest || browser.isLastRelease || server.hasEnded(user.id)) return;
  const heartbeat = await server.heartbeat(user.id);
  if (heartbeat === null) return;
  world.trace.note(`${profile.number} hears ${heartbeat.head}`);
  await keepHeartbeat(device, heartbeat);
}

/** The server's event stream tells a tab that its account's feed has moved. The caller starts the cycle. */
export async function hearOfNewer(world: World, { device, profile }: TabAccount): Promise<void> {
  const { user, isGuest, browser } = profile;
  const { server } = world;
  if (isGuest || browser.isLastRelease || server.hasEnded(user.id)) return;
  const heartbeat = await server.heartbeat(user.id);
  if (heartbeat === null) return;
  const { head, run } = heartbeat;
  world.trace.note(`${profile.number} hears of ${head}`);
  const place = { head, run: run.split('-', 1)[0] ?? '' };
  await hearNewer(device, { onServerEvent: () => undefined }, place);
}
