import { Breach } from '../record/broken.ts';
import { placeOf } from './holdings-watch.ts';
import type { Profile } from '../story/profile.ts';

/**
 * The positions to which a browser has pulled each stream of items, in one history (I10): a stream continues
 * where it was, or starts over, never from a page that was requested before. The stream `changes` is past
 * its first page before this watch sees it, so it never appears to start over.
 */
export class CursorWatch {
  readonly #cursorOf = new Map<string, number>();

  /** Another history begins. */
  clear(): void {
    this.#cursorOf.clear();
  }

  check({ number, tables, damaged }: Profile): void {
    const cursors = tables.meta('cursor');
    // A stream with an unreadable cursor starts over.
    const isDamaged = damaged.some(({ content }) => 'kind' in content && content.kind === 'cursor');
    for (const [stream, { value }] of cursors) {
      if (stream === 'changes') continue;
      const before = this.#cursorOf.get(stream) ?? 0;
      const cursor = placeOf(value.cursor);
      this.#cursorOf.set(stream, cursor);
      if (value.fullSince !== null || cursor >= before || isDamaged) continue;
      throw new Breach('I10', `${stream} on ${number} is at ${cursor} after ${before}`);
    }
  }
}
