import type { BrowserWatch } from './browser-watch.ts';
import { Breach } from '../record/broken.ts';
import type { Action, EventLog } from '../record/event-log.ts';
import type { Household, Profile } from '../story/profile.ts';
import type { ServerWatch } from './server-watch.ts';

/**
 * I1 for the changes of a guest: they are on the device until they are copied to an account's queue there;
 * from then on they belong to that account, and to no other.
 */
export class GuestWatch {
  readonly #browser: Household;
  readonly #eventLog: EventLog;
  readonly #server: ServerWatch;
  readonly #watchOf: (profile: Profile) => BrowserWatch;
  /** By uuid of an item that was copied to an account: its owner since then. */
  readonly #ownerOf = new Map<string, number>();
  #open: Action[] = [];
  #actionsSeen = 0;
  #erasures = 0;

  constructor(
    browser: Household,
    eventLog: EventLog,
    server: ServerWatch,
    watchOf: (profile: Profile) => BrowserWatch,
  ) {
    this.#browser = browser;
    this.#eventLog = eventLog;
    this.#server = server;
    this.#watchOf = watchOf;
  }

  check(): void {
    this.#checkOwners();
    const { guest, profiles } = this.#browser;
    const { actions } = this.#eventLog;
    for (; this.#actionsSeen < actions.length; this.#actionsSeen += 1) {
      const action = actions[this.#actionsSeen] as Action;
      if (action.browser === guest.number && action.writes.title !== undefined)
        this.#open.push(action);
    }
    if (this.#erasures !== guest.tables.erasures) {
      this.#erasures = guest.tables.erasures;
      if (this.#eventLog.noteErased(guest.number)) this.#open = [];
    }
    this.#open = this.#open.filter((action) => {
      const { uuids, state } = action;
      const { title } = action.writes;
      if (state === 'refused' || typeof title !== 'string') return false;
      if (this.#server.hasSeen(title)) return false;
      if (state !== 'confirmed') return true;
      // Items that were copied are the account's to keep or to give up, even while they are still here.
      for (const profile of profiles.values()) {
        if (this.#watchOf(profile).values.adopt(action)) return false;
      }
      const [uuid = ''] = uuids;
      const { tables } = guest;
      if (tables.items.get(tables.idOfUuid.get(uuid) ?? -1)?.title === title) return true;
      const isReplaced = actions.some(
        (other) =>
          other !== action &&
          other.writes.title !== undefined &&
          other.uuids[0] === uuid &&
          other.endedBeforeCheck >= action.begunAfterCheck,
      );
      if (isReplaced || this.#eventLog.wasGivenUp(guest.number, uuid, 'text')) return false;
      // The item was copied to an account that somebody has given up since the last check.
      if ([...profiles.values()].some(({ number }) => this.#eventLog.hasLeft(number))) return false;
      throw new Breach('I1', `"${title}" of a guest's ${uuid} is nowhere`);
    });
  }

  /** The owner of an item since it was copied or imported; undefined while it is still a guest's. */
  ownerOf(uuid: string): number | undefined {
    return this.#ownerOf.get(uuid);
  }

  /** An item of a guest is only ever in the queue of one account. */
  #checkOwners(): void {
    for (const { tables, user } of this.#browser.profiles.values()) {
      for (const { isImport, itemUuid } of tables.requests.values()) {
        if (!isImport || itemUuid === null) continue;
        const owner = this.#ownerOf.get(itemUuid) ?? user.id;
        this.#ownerOf.set(itemUuid, owner);
        if (owner === user.id) continue;
        throw new Breach('I1', `a guest's ${itemUuid} came to ${owner}, and to ${user.id} as well`);
      }
    }
  }
}
