import type { QueuedRequest } from '@foray/sync';
import { Breach } from '../record/broken.ts';
import { endsOccurrence, type Action, type EventLog } from '../record/event-log.ts';
import { writtenIn, type FieldValues } from '../record/fields.ts';
import type { Profile } from '../story/profile.ts';
import type { ServerWatch } from './server-watch.ts';
import { writingOf, type Writing } from './writing.ts';

/** The values that people wrote in one browser (I1). */
export class ValueWatch {
  readonly #browser: Profile;
  readonly #eventLog: EventLog;
  readonly #server: ServerWatch;
  /** The values that are neither on the server nor given up. */
  #open: Writing[] = [];
  #actionsSeen = 0;

  constructor(browser: Profile, eventLog: EventLog, server: ServerWatch) {
    this.#browser = browser;
    this.#eventLog = eventLog;
    this.#server = server;
  }

  /** Takes over a guest's action, if its title is queued here now; false if it is not. */
  adopt(action: Action): boolean {
    const { title } = action.writes;
    const { requests } = this.#browser.tables;
    const isQueued = [...requests.values()].some(({ data }) => data?.['title'] === title);
    if (isQueued && typeof title === 'string') this.#open.push(writingOf(action, 'title', title));
    return isQueued;
  }

  /** All of them are given up. */
  forget(): void {
    this.#open = [];
    this.#actionsSeen = this.#eventLog.actions.length;
  }

  /** Every confirmed value is on the server, in the queue, or given up. */
  check(queue: Iterable<QueuedRequest>): void {
    this.#noteActions();
    if (this.#open.length === 0) return;
    const queued = new Map<string, string | null>();
    for (const { data, itemUuid } of queue) {
      for (const [, value] of writtenIn((data ?? {}) as FieldValues)) queued.set(value, itemUuid);
    }
    const isKnown = (value: string): boolean => queued.has(value) || this.#server.hasSeen(value);
    this.#open = this.#open.filter((writing) => {
      const { value, field, places } = writing;
      const { state, uuids, begunAfterCheck } = writing.action;
      if (state === 'refused' || this.#server.hasSeen(value)) return false;
      const place = queued.get(value) ?? null;
      if (place !== null && place !== places.at(-1)) places.push(place);
      if (queued.has(value) || state !== 'confirmed') return true;
      // The first of two simultaneous edits may arrive last.
      const isReplaced = this.#open.some(
        (other) =>
          other !== writing &&
          other.field === field &&
          places.includes(other.action.uuids[0] ?? '') &&
          other.action.endedBeforeCheck >= begunAfterCheck &&
          isKnown(other.value),
      );
      const { number } = this.#browser;
      const later = this.#eventLog
        .actionsOn(places.at(-1) ?? '')
        .filter(
          ({ browser, state, endedBeforeCheck }) =>
            browser === number && state !== 'refused' && endedBeforeCheck >= begunAfterCheck,
        );
      const isEmptied = later.some(
        ({ writes, seen, isUndo }) => writes[field] === null || (isUndo && seen[field] === value),
      );
      // The date of an occurrence that is over, which others have completed as well.
      const isOver = field === 'due_date' && later.some(endsOccurrence);
      if (isReplaced || isEmptied || isOver) return false;
      // A value that was moved to a copy is given up only with the copy.
      if (this.#eventLog.wasGivenUp(number, places.at(-1) ?? '', 'text')) return false;
      throw new Breach('I1', `"${value}" of ${uuids[0]} is nowhere`);
    });
  }

  #noteActions(): void {
    const { actions } = this.#eventLog;
    for (; this.#actionsSeen < actions.length; this.#actionsSeen += 1) {
      const action = actions[this.#actionsSeen] as Action;
      if (action.browser !== this.#browser.number) continue;
      for (const [field, value] of writtenIn(action.writes)) {
        this.#open.push(writingOf(action, field, value));
      }
    }
  }
}
