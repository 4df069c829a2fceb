import { loadAfter, loadRestTexts } from '../../messages/texts.ts';
import { lazyCode, networkBack } from '../../state/lazy-code.ts';
import type { LazyCode } from '../../state/lazy-code.ts';
import { browserConnectivity, browserScheduler } from './browser-ports.ts';

const ports = { connectivity: browserConnectivity, scheduler: browserScheduler };

/** Non-urgent code that the first screen does not need, fetched after its texts. */
export function browserCode<Code>(
  load: () => Promise<Code>,
  loadTexts: () => Promise<unknown> = loadRestTexts,
): LazyCode<Code> {
  return lazyCode(
    () => loadAfter(loadTexts, load),
    () => networkBack(ports),
  );
}
