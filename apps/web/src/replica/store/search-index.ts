/** Rows per block: few enough that joining again after a change is cheap, and many enough to scan fast. */
const blockRows = 512;
/** Separates the texts of a block, because no text contains it. */
const separator = '\u0000';

interface Block {
  readonly uuids: Set<string>;
  /** The rows' texts in their order, while the block is filled for the first time. */
  texts: string[] | null;
  /** The rows' texts joined; null if a row changed since. */
  joined: string | null;
}

/** A found row, with its text. */
export interface FoundText {
  readonly uuid: string;
  readonly text: string;
}

/**
 * Finds the rows whose text contains a string, by scanning joined blocks: complete for substrings inside
 * words, and without an index to build. Only the joined texts are stored; the texts of a block with a
 * changed row are read again.
 */
export class SearchIndex {
  readonly #textOf: (uuid: string) => string;
  readonly #home = new Map<string, Block>();
  readonly #blocks: Block[] = [];

  /** `textOf` returns the current text of a row, already normalised. */
  constructor(textOf: (uuid: string) => string) {
    this.#textOf = textOf;
  }

  /** Whether the row was added. */
  has(uuid: string): boolean {
    return this.#home.has(uuid);
  }

  /** Adds a row, or records that its text changed. */
  put(uuid: string): void {
    const home = this.#home.get(uuid);
    if (home) return forget(home);
    let block = this.#blocks.at(-1);
    if (!block || block.uuids.size >= blockRows) {
      block = { uuids: new Set(), texts: [], joined: null };
      this.#blocks.push(block);
    }
    block.uuids.add(uuid);
    this.#home.set(uuid, block);
    block.joined = null;
    block.texts?.push(this.#textOf(uuid));
    if (block.uuids.size === blockRows) this.#join(block);
  }

  /** Removes a row; an unknown one is ignored. */
  delete(uuid: string): void {
    const block = this.#home.get(uuid);
    if (!block) return;
    block.uuids.delete(uuid);
    this.#home.delete(uuid);
    forget(block);
  }

  /** The rows whose text contains `needle`, in no particular order. */
  *find(needle: string): Generator<FoundText> {
    for (const block of this.#blocks) {
      const joined = block.joined ?? this.#join(block);
      if (!joined.includes(needle)) continue;
      const uuids = [...block.uuids];
      for (const [row, text] of joined.split(separator).entries()) {
        const uuid = uuids[row];
        if (uuid !== undefined && text.includes(needle)) yield { uuid, text };
      }
    }
  }

  #join(block: Block): string {
    const texts = block.texts ?? Array.from(block.uuids, this.#textOf);
    block.texts = null;
    block.joined = texts.join(separator);
    return block.joined;
  }
}

function forget(block: Block): void {
  block.texts = null;
  block.joined = null;
}
