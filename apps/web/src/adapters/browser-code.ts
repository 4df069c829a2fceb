import { lateCode } from '../state/late-code.ts';
import { browserConnectivity, browserScheduler } from './browser-ports.ts';

/** Fetches code that the first screen does not need as soon as this browser's network lets it; see {@link lateCode}. */
export function browserCode<T>(load: () => Promise<T>): () => Promise<T> {
  return lateCode(load, { connectivity: browserConnectivity, scheduler: browserScheduler });
}
