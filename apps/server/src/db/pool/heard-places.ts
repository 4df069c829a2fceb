import type { Newer, Position } from '@foray/contract';

/** A place that is in no history: a device that has to see it is sent to the primary. */
const unknownPlace: Position = { run: 'unknown', head: 1 };

/** The newest places of users' feeds, each kept for a time after it was heard of. */
export class HeardPlaces {
  readonly #timer: NodeJS.Timeout;
  #recent = new Map<number, Position>();
  #before = new Map<number, Position>();

  /** A place is kept for `keptMs` to twice as long. */
  constructor(keptMs: number) {
    this.#timer = setInterval(() => {
      this.#before = this.#recent;
      this.#recent = new Map();
    }, keptMs).unref();
  }

  /** Notes a place; null for a move to a place that is not known. */
  hear(userId: number, place: Newer | null): void {
    const known = this.#recent.get(userId);
    const isOlder =
      known === unknownPlace ||
      (place !== null && known?.run === place.run && known.head > place.head);
    if (!isOlder) this.#recent.set(userId, place ?? unknownPlace);
  }

  /** The places that the user's feed has reached. */
  of(userId: number): readonly Position[] {
    return [this.#before, this.#recent].flatMap((places) => places.get(userId) ?? []);
  }

  /** Whether the user's feed has moved to a place that is not known. */
  isUncertain(userId: number): boolean {
    return this.of(userId).includes(unknownPlace);
  }

  /** Stops forgetting. */
  close(): void {
    clearInterval(this.#timer);
  }
}
