import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportParts } from './export-parts.ts';
import type { ExportHead, ExportSource } from './export-parts.ts';

const mostMs = 5 * 60_000;
/** A reader who takes no piece for this long has left. */
const mostPauseMs = 10_000;
const pieceBytes = 65_536;

/** The document of an export, as the stream that its reader receives. */
export class ExportDocument extends PassThrough {
  /**
   * The document ends after this: the transaction, which holds the person's lock, so that a person who has
   * received all of it may ask again.
   */
  endsAfter: Promise<unknown> = Promise.resolve();
  #onTaken = (): void => undefined;
  readonly #taken = new Promise<void>((resolve) => (this.#onTaken = resolve));

  /** Sends everything until all of it is taken; the stream ends with an error if it breaks off. */
  async send(head: ExportHead, source: ExportSource, onBroken: (error: unknown) => void) {
    const giveUp = () => void this.destroy();
    const tooSlow = setTimeout(giveUp, mostMs);
    this.once('close', () => clearTimeout(tooSlow));
    const sent = pipeline(Readable.from(takenInTime(documentOf(head, source), giveUp)), this)
      // The part already sent cannot be taken back, but the reader sees that it is incomplete. If the
      // reader left, this is not a failure.
      .catch((error: unknown) => {
        if (!isGivenUp(error)) onBroken(error);
      });
    await Promise.race([this.#taken, sent]);
  }

  override _flush(end: (error?: Error) => void): void {
    this.#onTaken();
    this.endsAfter.then(() => end(), end);
  }
}

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * The same text in small pieces, each of which must be taken within {@link mostPauseMs}; otherwise `giveUp`
 * is called.
 */
async function* takenInTime(
  pieces: AsyncIterable<string>,
  giveUp: () => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const pause = setTimeout(giveUp, mostPauseMs);
      try {
        yield bytes.subarray(at, at + pieceBytes);
      } finally {
        clearTimeout(pause);
      }
    }
  }
}

/** The document in pieces of text. */
async function* documentOf(head: ExportHead, source: ExportSource): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, { read }] of Object.entries(exportParts)) {
    const value = read(source);
    yield `,${JSON.stringify(name)}:`;
    if (Symbol.asyncIterator in value) yield* listOf(value);
    else yield JSON.stringify(await value);
  }
  yield '}';
}

async function* listOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    const rows = page.map((row) => JSON.stringify(row)).join(',');
    yield isFirst ? rows : `,${rows}`;
    isFirst = false;
  }
  yield ']';
}
