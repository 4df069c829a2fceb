import type { BatchAnswer, BatchRequest } from '@foray/contract';
import type { Reply } from '@foray/sync';
import type { Census } from '../record/census.ts';
import type { Household, Profile } from '../story/profile.ts';
import { BrowserWatch } from './browser-watch.ts';
import type { EventLog } from '../record/event-log.ts';
import { GuestWatch } from './guest-watch.ts';
import { PrivateWatch } from './private-watch.ts';
import { ServerWatch } from './server-watch.ts';
import type { SimServer } from '../server/server.ts';

/** Checks the whole world after each step: everything that is new since the last check. */
export class Watch {
  readonly server: ServerWatch;
  readonly privateRows: PrivateWatch;
  readonly #eventLog: EventLog;
  readonly #census: Census;
  readonly #guests = new Map<Household, GuestWatch>();
  readonly #browsers = new Map<number, BrowserWatch>();

  constructor(eventLog: EventLog, census: Census) {
    this.#eventLog = eventLog;
    this.#census = census;
    this.server = new ServerWatch(eventLog, census);
    this.privateRows = new PrivateWatch(eventLog, census);
  }

  /** Records which queued requests leave under which names. */
  noteSent(browser: Profile, batch: BatchRequest): void {
    this.of(browser).noteSent(batch);
  }

  /** Records the responses to requests, by their ids. */
  noteReply(
    browser: Profile,
    ids: readonly string[],
    reply: Reply<Pick<BatchAnswer, 'results'>>,
  ): void {
    this.of(browser).causes.noteReply(ids, reply);
  }

  of(browser: Profile): BrowserWatch {
    let watch = this.#browsers.get(browser.number);
    if (watch === undefined) {
      watch = new BrowserWatch(browser, this.#eventLog, this.server, this.#census);
      this.#browsers.set(browser.number, watch);
    }
    return watch;
  }

  /**
   * The owner of an imported item, or of an item that a guest made in a browser; undefined while it is still
   * the guest's.
   */
  ownerOf(browser: Household, uuid: string): number | undefined {
    return this.#guestOf(browser).ownerOf(uuid);
  }

  #guestOf(browser: Household): GuestWatch {
    let watch = this.#guests.get(browser);
    if (watch === undefined) {
      watch = new GuestWatch(browser, this.#eventLog, this.server, (profile) => this.of(profile));
      this.#guests.set(browser, watch);
    }
    return watch;
  }

  /** Throws `Breach` for the first broken invariant. Called when everything has settled. */
  check(server: SimServer, browsers: readonly Profile[]): void {
    const isServerNew = this.server.check(server, (number) => browsers[number - 1]?.user.id);
    for (const browser of browsers) this.of(browser).check(server, isServerNew);
    for (const { browser } of browsers) this.#guestOf(browser).check();
    const guests = new Set(browsers.map(({ browser }) => browser.guest));
    this.privateRows.check(server, [...browsers, ...guests]);
    this.#eventLog.checks += 1;
  }
}
