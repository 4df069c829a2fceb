import type { Clock, LocalChange } from '@foray/sync';
import { MemoryStore } from '@foray/sync/testing';
import { openReplica, type OpenReplica, type ReplicaChannel } from '@foray/web/open-replica';
import type { DeviceLife } from '../story/life.ts';
import type { Profile } from '../story/profile.ts';
import { SimulatedReplicaSource } from './replica-source.ts';
import type { ReplicaUnderTest, ReplicaWorld } from './replica-world.ts';
import type { TabChannels } from './tab-channels.ts';
import { schedulerFor } from './tab-scheduler.ts';

/** The environment of a tab. */
interface Place {
  readonly life: DeviceLife;
  /** The device's clock, which may be wrong. */
  readonly clock: Clock;
  readonly channels: TabChannels;
}

/** One tab's view of an account: the replica of the app, with its change queue and its channel. */
export class TabReplica {
  readonly profile: Profile;
  readonly life: DeviceLife;
  readonly #place: Place;
  readonly #world: ReplicaWorld;
  #shown: OpenReplica | null = null;
  #source: SimulatedReplicaSource | null = null;
  #isLoaded = false;
  #turns = 0;
  /** Increases with everything that may change the view. */
  changes = 0;
  /** The write up to which it has received changes, at least. */
  #receivedSeq = 0;
  /** The number of erasures of the data when it was read first. */
  #erasures = 0;

  constructor(profile: Profile, place: Place, world: ReplicaWorld) {
    this.profile = profile;
    this.life = place.life;
    this.#place = place;
    this.#world = world;
  }

  /** Begins to read the stored data, and to listen. */
  show(): void {
    const { clock, fault, census } = this.#world;
    const { life, channels } = this.#place;
    const { profile } = this;
    this.#source?.close();
    this.#shown?.close();
    this.#isLoaded = false;
    this.#receivedSeq = 0;
    this.#turns = 0;
    this.#erasures = profile.stored.erasures;
    const source = new SimulatedReplicaSource(new MemoryStore(profile.stored), life, {
      pause: () => {
        const ms = fault.readMs();
        return ms === null ? null : clock.sleep(ms);
      },
      onRead: (localSeq) => {
        if (this.#isLoaded && localSeq > this.#receivedSeq) census.note('replica', 'gap read');
        this.#receive(localSeq);
      },
    });
    const ports = {
      clock: this.#place.clock,
      scheduler: schedulerFor(clock, life),
      nextTask: async () => {
        this.#turns += 1;
        await clock.sleep(fault.turnMs());
        await new Promise<void>((resolve) => life.whenAwake(resolve));
        this.#turns -= 1;
      },
      openChannel: (name: string, onChange: (change: LocalChange) => void) =>
        channels.join(name, life, onChange, () => this.#resume()),
    };
    const onChange = ({ localSeq }: LocalChange): void => {
      if (localSeq > 0 && localSeq <= this.#receivedSeq) census.note('message', 'late');
      if (!this.#isLoaded) census.note('replica', 'heard while loading');
      this.#receive(localSeq);
    };
    const shown = openReplica(source, this.#channelName, ports, onChange, fault.sizes);
    this.#source = source;
    this.#shown = shown;
    void shown.loaded.then(() => void (this.#isLoaded ||= this.#shown === shown));
  }

  /** Applies the tab's commits, and notifies the other tabs. */
  readonly publish = (change: LocalChange): void => this.#shown?.publish(change);

  /** The messages of another tab of the account, which this one receives, too. */
  openBeside(): ReplicaChannel {
    return this.#place.channels.join(
      this.#channelName,
      this.life,
      () => undefined,
      () => undefined,
    );
  }

  /** Notifies at once the subscribers whose data changed. */
  notify(): void {
    this.#shown?.notifyNow();
  }

  /** Reads the changes that it may have missed, as when the page is shown again. */
  async catchUp(): Promise<void> {
    await this.#shown?.catchUp();
  }

  /** Stops showing anything. */
  close(): void {
    this.#source?.close();
    this.#shown?.close();
    this.#shown = null;
  }

  /** Resolves when all requested data is in memory. */
  async settled(): Promise<void> {
    await this.#shown?.loaded;
    while (this.#isBusy) await this.#world.clock.sleep(1);
  }

  /**
   * The replica, once it has to equal the stored data: everything is received, read and applied. Otherwise
   * null.
   */
  get inStep(): ReplicaUnderTest | null {
    const { stored, tables } = this.profile;
    const { isFrozen, isOver } = this.life;
    if (this.#shown === null || !this.#isLoaded || isFrozen || isOver) return null;
    if (this.#isBusy || this.#erasures !== stored.erasures) return null;
    const counters = tables.meta('counters').get('device')?.value;
    // With unreadable counters, the changes that a tab has not received are unknown.
    if (counters === undefined && tables.items.size > 0) return null;
    return this.#receivedSeq >= (counters?.localSeq ?? 0) ? this.#shown.replica : null;
  }

  get #channelName(): string {
    return `foray-${this.profile.user.id}`;
  }

  /** A read is in progress, or a change is being applied part by part. */
  get #isBusy(): boolean {
    return this.#turns > 0 || (this.#source?.readings ?? 0) > 0;
  }

  #receive(localSeq: number): void {
    this.changes += 1;
    this.#receivedSeq = Math.max(this.#receivedSeq, localSeq);
  }

  #resume(): void {
    this.#world.census.note('replica', 'resumed');
    void this.catchUp();
  }
}
