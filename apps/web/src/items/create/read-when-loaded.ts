import { browserClock } from '../../adapters/browser/browser-ports.ts';
import type { Client, ClientActions } from '../../replica/index.ts';
import { timeAt } from '../fields/now.ts';
import { currentDay } from '../fields/today.ts';
import type { SentDraft } from './late-reading.ts';
import { titleParser } from './lazy-typed-title.ts';

/** Reads the title of a draft that has just been sent, once its item is stored and the parser has loaded. */
export async function readWhenLoaded(
  client: Client,
  storing: ReturnType<ClientActions['createItem']>,
  form: Omit<SentDraft, 'today' | 'now'>,
): Promise<void> {
  const sent = { ...form, today: currentDay(), now: timeAt(browserClock.nowMs()) };
  const [stored, { readLate }] = await Promise.all([storing, titleParser.load()]);
  if (stored.ok) await readLate(client, stored.value, sent);
}
