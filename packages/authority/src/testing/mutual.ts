import { placeMutuals } from '../account/blocks.ts';
import type { Store } from '../store/store.ts';

/** Makes two people mutual contacts, and writes that to both feeds. */
export async function makeMutual(store: Store, a: number, b: number): Promise<void> {
  await store.tx((tx) => placeMutuals(tx, { me: { id: a }, other: { id: b } }, false));
}
