import { browserClock } from '../../adapters/browser/browser-ports.ts';
import { browserCode } from '../../adapters/browser/browser-code.ts';
import type { Client, ClientActions } from '../../replica/index.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { timeAt } from '../fields/now.ts';
import { currentDay } from '../fields/today.ts';
import type { SentDraft } from './late-reading.ts';

const code = browserCode(() => import('./typed-title.tsx'));

/** Parses the title of a form during typing. A form opens, and creates items, before it has loaded. */
export const TypedTitle = lazyComponent(code, (it) => it.TypedTitle);

/** As `readLate`, once the item is stored and the parser has loaded. */
export async function readWhenLoaded(
  client: Client,
  storing: ReturnType<ClientActions['createItem']>,
  form: Omit<SentDraft, 'today' | 'now'>,
): Promise<void> {
  const sent = { ...form, today: currentDay(), now: timeAt(browserClock.nowMs()) };
  const [stored, { readLate }] = await Promise.all([storing, code.load()]);
  if (stored.ok) await readLate(client, stored.value, sent);
}
