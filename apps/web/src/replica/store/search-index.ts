/** Rows a block: small enough that one changed row is cheap to join again, large enough to scan fast. */
const blockRows = 512;

interface Block {
  readonly uuids: Set<string>;
  /** The rows' texts joined, or null when a row changed since. */
  joined: string | null;
}

/**
 * Finds the rows whose text contains a string, by scanning joined blocks: complete for substrings
 * inside words, and with no index to build. Texts are already normalised by the caller.
 */
export class SearchIndex {
  readonly #texts = new Map<string, string>();
  readonly #home = new Map<string, Block>();
  readonly #blocks: Block[] = [];

  /** Adds or replaces the text of a row. */
  put(uuid: string, text: string): void {
    if (this.#texts.get(uuid) === text) return;
    this.#texts.set(uuid, text);
    let block = this.#home.get(uuid);
    if (!block) {
      block = this.#blocks.at(-1);
      if (!block || block.uuids.size >= blockRows) {
        block = { uuids: new Set(), joined: null };
        this.#blocks.push(block);
      }
      block.uuids.add(uuid);
      this.#home.set(uuid, block);
    }
    block.joined = null;
  }

  /** Forgets a row; an unknown one is passed over. */
  delete(uuid: string): void {
    const block = this.#home.get(uuid);
    if (!block) return;
    block.uuids.delete(uuid);
    block.joined = null;
    this.#home.delete(uuid);
    this.#texts.delete(uuid);
  }

  /** The rows whose text contains `needle`, in no particular order. */
  *find(needle: string): Generator<string> {
    for (const block of this.#blocks) {
      block.joined ??= [...block.uuids].map((uuid) => this.#texts.get(uuid)).join('\u0000');
      if (!block.joined.includes(needle)) continue;
      for (const uuid of block.uuids) if (this.#texts.get(uuid)?.includes(needle)) yield uuid;
    }
  }
}
