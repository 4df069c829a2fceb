import type { Browser } from '@playwright/test';
import { startFaultProxy } from '../fault-proxy.ts';
import { newPhone } from '../phone.ts';
import { test } from '../test.ts';
import { actByChance } from './acts.ts';
import { StoryChance } from './chance.ts';
import { StoryDevice } from './device.ts';
import { end } from './ending.ts';
import { StoryLedger } from './ledger.ts';
import { scenes, upgrade } from './scenes.ts';
import type { BrowserStory } from './story.ts';
import { changeNetwork } from './network-conditions.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * A full run plays each scene once first; later stories repeat the scenes with other random choices and one
 * scene more.
 */
const inEveryRun = scenes.length;
const guestScene = 4;
const sharedScene = 6;
const actsBetween = 4;
/** Only these scenes kill a server or a tab at random moments, so `npm test` includes both. */
const killScenes = [1, 2];

const { STORY_SEED, STORIES } = process.env;
const count = Number(STORIES ?? inEveryRun);
const seeds =
  STORY_SEED === undefined
    ? Array.from({ length: count }, (_, place) => place + 1)
    : [Number(STORY_SEED)];

for (const seed of seeds) {
  const tag = killScenes.includes(seed - 1) ? '' : ' @full';
  test(`[I1] [I2] [I3] [I6] [I7] [I9] [I11] [I12] story ${seed}${tag}`, async ({
    browser,
    server,
  }) => {
    // On an idle machine a story takes a small part of this.
    test.setTimeout(300_000);
    const lines: string[] = [];
    const fromMs = Date.now();
    const log = (line: string) => lines.push(`${Date.now() - fromMs} ms: ${line}`);
    const proxy = await startFaultProxy(server.url);
    try {
      const place = (seed - 1) % scenes.length;
      const [one, other] = await gather(browser, proxy.url, place);
      let titles = 0;
      const title = () => `${seed}.${(titles += 1)}`;
      const chance = new StoryChance(seed);
      const ledger = new StoryLedger();
      const devices = [one, other] as const;
      const story: BrowserStory = { seed, chance, server, proxy, ledger, devices, title, log };
      if (one.isGuest) await upgrade(story, one);
      await actFor(story);
      await scenes[place]?.(story);
      await actFor(story);
      if (seed > inEveryRun) {
        await chance.pick(scenes.filter((_, at) => at !== sharedScene))(story);
        await actFor(story);
      }
      await end(story);
    } catch (error) {
      const again = `STORY_SEED=${seed} npx playwright test e2e/stories/stories.spec.ts`;
      process.stderr.write(`\n${lines.join('\n')}\nThe same again: ${again}\n`);
      throw error;
    } finally {
      await proxy.stop();
    }
  });
}

/** Two browsers, of one person or of two; possibly one where nobody has signed in yet. */
async function gather(
  browser: Browser,
  url: string,
  place: number,
): Promise<[StoryDevice, StoryDevice]> {
  const phone = newPhone();
  const otherPhone = place === sharedScene ? newPhone() : phone;
  if (place !== guestScene) {
    return Promise.all([
      StoryDevice.signedIn(browser, url, 'A', phone),
      StoryDevice.signedIn(browser, url, 'B', otherPhone),
    ]);
  }
  const signedIn = await StoryDevice.signedIn(browser, url, 'B', phone);
  return [await StoryDevice.asGuest(browser, url, 'A', signedIn.person), signedIn];
}

async function actFor(story: BrowserStory): Promise<void> {
  for (let act = 0; act < actsBetween; act += 1) {
    await changeNetwork(story);
    const device = story.chance.pick(story.devices);
    await actByChance(story, device, story.chance.pick(device.tabs));
  }
}
