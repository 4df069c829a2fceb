import type { LocalChange } from '@foray/sync';
import type { ReplicaChannel } from '@foray/web/open-replica';
import type { Census } from '../record/census.ts';
import type { VirtualClock } from '../story/clock.ts';
import type { DeviceLife } from '../story/life.ts';
import type { ReplicaFaults } from './replica-faults.ts';
import type { ReplicaWorld } from './replica-world.ts';

/** One end of a channel, in one tab. */
interface End {
  readonly name: string;
  readonly life: DeviceLife;
  readonly onChange: (change: LocalChange) => void;
  /** The tab was frozen while messages for it arrived, and is awake again. */
  readonly onResume: () => void;
  isClosed: boolean;
  isToResume: boolean;
  /** The arrival of the last message of each sender: no later message arrives before it. */
  readonly arrivals: Map<End, number>;
}

/** The channels between the tabs of one browser, on which messages are late, lost, or have no receiver. */
export class TabChannels {
  readonly #clock: VirtualClock;
  readonly #fault: ReplicaFaults;
  readonly #census: Census;
  #ends: readonly End[] = [];

  constructor({ clock, fault, census }: Pick<ReplicaWorld, 'clock' | 'fault' | 'census'>) {
    this.#clock = clock;
    this.#fault = fault;
    this.#census = census;
  }

  /** Connects the tabs that have a channel of that name open. */
  join(
    name: string,
    life: DeviceLife,
    onChange: (change: LocalChange) => void,
    onResume: () => void,
  ): ReplicaChannel {
    const state = { isClosed: false, isToResume: false, arrivals: new Map() };
    const end: End = { name, life, onChange, onResume, ...state };
    this.#ends = [...this.#ends.filter(isThere), end];
    return {
      send: (change) => {
        for (const to of this.#ends) {
          if (to !== end && to.name === name && isThere(to)) this.#send(end, to, change);
        }
      },
      close: () => void (end.isClosed = true),
    };
  }

  #send(from: End, to: End, change: LocalChange): void {
    if (this.#fault.isLost()) return this.#census.note('message', 'lost');
    const now = this.#clock.nowMs();
    const atMs = Math.max(now + this.#fault.journeyMs(), to.arrivals.get(from) ?? now);
    to.arrivals.set(from, atMs);
    this.#clock.after(atMs - now, () => this.#arrive(to, change));
  }

  #arrive(to: End, change: LocalChange): void {
    if (!isThere(to)) return this.#census.note('message', 'tab gone');
    if (!to.life.isFrozen) return this.#deliver(to, change);
    this.#resumeLater(to);
    if (this.#fault.isLostFrozen()) this.#census.note('message', 'lost frozen');
    else to.life.whenAwake(() => this.#deliver(to, change));
  }

  #deliver(to: End, change: LocalChange): void {
    if (to.isClosed) return this.#census.note('message', 'tab gone');
    this.#census.note('message', 'delivered');
    to.onChange(change);
  }

  #resumeLater(end: End): void {
    if (end.isToResume) return;
    end.isToResume = true;
    end.life.whenAwake(() => {
      end.isToResume = false;
      if (!end.isClosed) end.onResume();
    });
  }
}

function isThere({ isClosed, life }: End): boolean {
  return !isClosed && !life.isOver;
}
