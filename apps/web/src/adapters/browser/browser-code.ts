import { loadAfter, loadRestTexts } from '../../messages/texts.ts';
import { lateCode } from '../../state/late-code.ts';
import { browserConnectivity, browserScheduler } from './browser-ports.ts';

/**
 * Fetches code that the first screen does not need as soon as this browser's network allows, after its texts;
 * see {@link lateCode}.
 */
export function browserCode<T>(
  load: () => Promise<T>,
  loadTexts: () => Promise<unknown> = loadRestTexts,
): () => Promise<T> {
  const loadBoth = (): Promise<T> => loadAfter(loadTexts, load);
  return lateCode(loadBoth, { connectivity: browserConnectivity, scheduler: browserScheduler });
}
