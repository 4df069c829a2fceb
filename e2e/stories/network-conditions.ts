import type { ProxyFault, Match } from '../fault-proxy.ts';
import type { BrowserStory } from './story.ts';

const reading = /^\/api\/(items\?type=\w+&since|changes)/;
const sending = /^\/api\/batch/;
const any = /^\/api\/(items\?type=\w+&since|changes|batch|me)/;

const faults: readonly (readonly [ProxyFault, Match])[] = [
  [{ kind: 'dropped' }, { path: any }],
  [{ kind: 'lost' }, { path: sending }],
  [{ kind: 'lost' }, { path: sending, times: 2 }],
  [{ kind: 'lost' }, { path: reading }],
  [{ kind: 'hung' }, { path: any }],
  [{ kind: 'html' }, { path: any }],
  [{ kind: 'truncated' }, { path: any }],
  [{ kind: 'truncated' }, { path: sending }],
  [{ kind: 'duplicated' }, { path: sending, times: 2 }],
  [
    { kind: 'delayed', delayMs: 300 },
    { path: any, times: 2 },
  ],
  [{ kind: 'delayed', delayMs: 500 }, { path: sending }],
  [{ kind: 'status', status: 500 }, { path: any }],
  [{ kind: 'status', status: 502 }, { path: sending }],
  [{ kind: 'status', status: 503, headers: { 'retry-after': '1' } }, { path: any }],
  [{ kind: 'status', status: 429, headers: { 'retry-after': '1' } }, { path: any }],
  [{ kind: 'status', status: 504 }, { path: any }],
];

/** Changes the conditions of the network at random: a fault, a lost or returning network, or calm. */
export async function changeNetwork(story: BrowserStory): Promise<void> {
  const { chance, proxy, devices } = story;
  if (chance.hits(0.35)) {
    const [fault, match] = chance.pick(faults);
    story.log(`network: ${JSON.stringify(fault)} for ${String(match.path)} ${match.times ?? 1}`);
    proxy.plan(fault, match);
  }
  if (chance.hits(0.2)) {
    story.log('network: calm');
    proxy.clear();
  }
  if (chance.hits(0.25)) {
    const device = chance.pick(devices);
    story.log(`network: ${device.name} ${device.isOnline ? 'goes offline' : 'comes online'}`);
    await device.setOnline(!device.isOnline);
  }
}
