import type { Position } from '@foray/contract';
import { formatRunName, parseRunName, namedRuns, type RunEnd } from '../epochs/database-run.ts';

/** One user's history: in which run their head was last moved, and its value when others ended. */
interface UserRuns {
  /** The place of a run in `names`. */
  readonly run: number;
  readonly ends: ReadonlyMap<number, number>;
}

/**
 * The runs of a memory store's database, and how each user's head moved through them. It is a value: a change
 * gives a new one, so that transactions and backups can keep the one with which they began.
 */
export class MemoryRuns {
  readonly #names: readonly string[];
  readonly #users: ReadonlyMap<number, UserRuns>;
  readonly #epochs: ReadonlyMap<number, string>;

  private constructor(
    names: readonly string[],
    users: ReadonlyMap<number, UserRuns>,
    epochs: ReadonlyMap<number, string>,
  ) {
    this.#names = names;
    this.#users = users;
    this.#epochs = epochs;
  }

  /** A database in its first run, in which all heads were moved. */
  static first(name: string): MemoryRuns {
    return new MemoryRuns([name], new Map(), new Map());
  }

  /** These runs after the database was restarted, or restored from a backup. */
  next(name: string): MemoryRuns {
    return new MemoryRuns([...this.#names, name], this.#users, this.#epochs);
  }

  /** The runs after a commit that moved heads; `before` are the former heads. */
  moved(before: ReadonlyMap<number, number>): MemoryRuns {
    const users = new Map(this.#users);
    for (const [userId, head] of before) users.set(userId, this.#movedFrom(userId, head));
    return new MemoryRuns(this.#names, users, this.#epochs);
  }

  /** The runs after a user got another epoch. */
  renewed(userId: number, epoch: string): MemoryRuns {
    return new MemoryRuns(this.#names, this.#users, new Map([...this.#epochs, [userId, epoch]]));
  }

  /** The user's own epoch; undefined if it was never renewed. */
  epochOf(userId: number): string | undefined {
    return this.#epochs.get(userId);
  }

  /** The position of a user; `movedFrom` is their head before the reader itself moved it. */
  position(userId: number, head: number | null, movedFrom: number | undefined): Position {
    const known = this.#userRuns(userId);
    const { run, ends } = movedFrom === undefined ? known : this.#movedFrom(userId, movedFrom);
    const before = [...ends]
      .toReversed()
      .filter((_end, index) => namedRuns.includes(index + 1))
      .map(([ended, end]): RunEnd => ({ run: this.#nameOf(ended), head: end }));
    const own = head === null ? this.#names.length - 1 : run;
    return { run: formatRunName({ run: this.#nameOf(own), before }), head: head ?? 0 };
  }

  /** See `Reads.runEnds`. */
  ends(userId: number, head: number, asked: readonly string[]): ReadonlyMap<string, number> {
    const { run: last, ends } = this.#userRuns(userId);
    const endOf = (run: number): number =>
      run >= last
        ? head
        : Math.max(0, ...[...ends].flatMap(([ended, end]) => (ended <= run ? end : [])));
    return new Map(
      asked.flatMap((name) => {
        const run = this.#names.indexOf(name);
        return run === -1 ? [] : [[name, endOf(run)] as const];
      }),
    );
  }

  /** Whether a user whose head is `head` received this position in this very history. */
  contains(userId: number, head: number, position: Position): boolean {
    const { run } = parseRunName(position.run);
    return position.head <= (this.ends(userId, head, [run]).get(run) ?? 0);
  }

  #movedFrom(userId: number, head: number): UserRuns {
    const run = this.#names.length - 1;
    const known = this.#userRuns(userId);
    const ends = known.run === run ? known.ends : new Map([...known.ends, [known.run, head]]);
    return { run, ends };
  }

  #nameOf(run: number): string {
    return this.#names[run] ?? '';
  }

  #userRuns(userId: number): UserRuns {
    return this.#users.get(userId) ?? { run: 0, ends: new Map() };
  }
}
