import type { Item, Person } from '@foray/domain';
import {
  createItem,
  editItem,
  hearNewer,
  keepHeartbeat,
  setStatus,
  startTriggers,
} from '@foray/sync';
import type { ActionResult, Triggers } from '@foray/sync';
import { HttpDevice, timers } from '../server/http-device.ts';
import { HttpSite } from '../server/http-site.ts';
import type { Random } from '../story/random.ts';
import type { ChangeLedger, LedgerItem } from './change-ledger.ts';
import { DeviceNetwork } from './device-network.ts';
import { listenToEvents } from './event-listener.ts';
import type { Measurements } from './measurements.ts';

/** Shared by all devices of a run. */
export interface LoadScene {
  readonly url: string;
  readonly mark: string;
  readonly ledger: ChangeLedger;
  readonly measurements: () => Measurements;
}

/** A place for a todo: the uuid of a campaign, null for the top level, and the users who see it there. */
export interface DevicePlace {
  readonly campaign: string | null;
  readonly seenBy: readonly number[];
}

/**
 * The number of sync cycles in which a device must have nothing left to sync, not counting those that wait
 * for another one.
 */
const cyclesMost = 20;
const pauseMs = 100;

/**
 * The browser of a working user: the real engine and its triggers, an event stream, and a network that fails.
 */
export class LoadDevice {
  readonly http: HttpDevice;
  readonly #scene: LoadScene;
  readonly #site: HttpSite;
  readonly #network: DeviceNetwork;
  readonly #random: Random;
  /** The todos that this device made, and that only this device changes. */
  readonly #own: { readonly uuid: string; readonly place: DevicePlace; isDone: boolean }[] = [];
  #triggers: Triggers | null = null;
  #endEvents: () => void = () => undefined;
  #count = 0;

  private constructor(
    http: HttpDevice,
    scene: LoadScene,
    parts: { readonly site: HttpSite; readonly network: DeviceNetwork; readonly random: Random },
  ) {
    this.http = http;
    this.#scene = scene;
    this.#site = parts.site;
    this.#network = parts.network;
    this.#random = parts.random;
  }

  /** Signs in, in open mode, and pulls the account's data. */
  static async signIn(
    scene: LoadScene,
    person: Pick<Person, 'phone' | 'name'>,
    random: Random,
  ): Promise<LoadDevice> {
    const { measurements, ledger } = scene;
    const network = new DeviceNetwork({
      measurements,
      onExchange: (exchange) => ledger.exchanged(exchange),
    });
    const site = new HttpSite(scene.url, network.send);
    const { connectivity } = network;
    const http = await HttpDevice.signIn(scene.url, person, { site, connectivity });
    return new LoadDevice(http, scene, { site, network, random });
  }

  /** Begins to sync by itself, and to listen. */
  open(): void {
    const { engine, device } = this.http;
    const visibility = { isVisible: () => true, subscribe: () => () => undefined };
    const { connectivity } = this.#network;
    const { ids } = device;
    const triggers = startTriggers({ engine, connectivity, visibility, scheduler: timers, ids });
    this.#triggers = triggers;
    this.#endEvents = listenToEvents(this.#site, {
      onNewer: (place) => void hearNewer(device, triggers, place),
      onHeartbeat: (heartbeat) => void keepHeartbeat(device, heartbeat),
    });
  }

  /** One change of a person: a new todo, another title, or a completion. */
  async change(places: readonly DevicePlace[]): Promise<void> {
    const open = this.#own.filter(({ isDone }) => !isDone);
    const { device } = this.http;
    if (open.length === 0 || this.#random.chance(0.5)) {
      const place = this.#random.pick(places);
      const input = {
        type: 'todo',
        title: this.#nextTitle(),
        parent_uuid: place.campaign,
      } as const;
      const item = await this.#act(createItem(device, input), place);
      if (item !== null) this.#own.push({ uuid: item.uuid, place, isDone: false });
      return;
    }
    const one = this.#random.pick(open);
    if (this.#random.chance(0.5)) {
      await this.#act(editItem(device, one.uuid, { title: this.#nextTitle() }), one.place);
    } else {
      one.isDone = (await this.#act(setStatus(device, one.uuid, 'completed'), one.place)) !== null;
    }
  }

  /** Searches the server for the common part of this run's titles. */
  async search(): Promise<void> {
    await this.http.search(this.#scene.mark);
  }

  /** Loses the network in the middle of any calls in flight. */
  goOffline(): void {
    this.#network.cut();
  }

  goOnline(): void {
    this.#network.restore();
  }

  /** Ends its triggers and its stream; queued requests stay. */
  close(): void {
    this.#triggers?.stop();
    this.#endEvents();
  }

  /** Sends and pulls everything; false if something is still left to sync. */
  async settle(): Promise<boolean> {
    const { engine } = this.http;
    for (let cycles = 0; cycles < cyclesMost;) {
      const outcome = await engine.run('sync_now');
      if (outcome.kind === 'complete' && this.http.isAtRest) return true;
      const isBusy = outcome.kind === 'skipped' && outcome.why === 'running';
      if (!isBusy) cycles += 1;
      if (outcome.kind !== 'complete') await afterPause();
    }
    return false;
  }

  /** Ends its engine and timers. */
  stop(): void {
    this.close();
    this.http.engine.stop();
  }

  /** The items that its person sees. */
  async shown(): Promise<readonly LedgerItem[]> {
    return [...(await this.http.shown()).values()];
  }

  async #act(action: ActionResult, { seenBy }: DevicePlace): Promise<Item | null> {
    const result = await action;
    if (!result.ok) {
      this.#scene.measurements().failed(`action ${result.error.code}`);
      return null;
    }
    const { item } = result.value;
    this.#scene.ledger.confirmed(item, seenBy);
    this.#triggers?.requestSync();
    return item;
  }

  /** A title that occurs nowhere else. */
  #nextTitle(): string {
    this.#count += 1;
    return `${this.#scene.mark} ${this.http.device.ids.uuid().slice(0, 8)} ${this.#count}`;
  }
}

function afterPause(): Promise<void> {
  return new Promise((resolve) => void timers.after(pauseMs, resolve));
}
