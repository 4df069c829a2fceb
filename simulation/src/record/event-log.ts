import type { Clock, ResolutionChoice } from '@foray/sync';
import type { LabelChange, OccurrenceAct } from '@foray/domain';
import { tracedFields, writtenIn, type FieldValues } from './fields.ts';

/** A person's action: a text, or a change of an item. */
export type ActionKind =
  | 'text'
  | 'status'
  | 'assign'
  /** Removes somebody from an item and everything below. */
  | 'remove'
  | 'move'
  | 'delete'
  | 'restore'
  | 'label'
  /** Places an item among its siblings. */
  | 'place'
  | 'occurrence'
  | 'resolve'
  | 'discard'
  | 'retry'
  | 'import'
  /** Gives up all data on the device: signed out with unsent changes discarded, or cleared. */
  | 'leave';

/** One action of a person, from the attempt to its confirmation. */
export interface Action {
  readonly order: number;
  readonly browser: number;
  readonly userId: number;
  readonly kind: ActionKind;
  /** The items that it names. */
  readonly uuids: readonly string[];
  /** The values that it writes, none of which occurs anywhere else. */
  readonly writes: FieldValues;
  /** The labels that it adds and removes; all labels of a new item count as added. */
  readonly labels: LabelChange;
  /** Its action on an occurrence of the item. */
  readonly occurrence: { readonly act: OccurrenceAct['act']; readonly n: number } | null;
  /** The values of the item when its editor or menu opened. */
  readonly seen: FieldValues;
  /** The other side of the conflict that it decides. */
  readonly saw: FieldValues;
  /** It decides that an item deleted by others comes back. */
  readonly sawDelete: boolean;
  /** The server's values on the device when it began. */
  readonly based: FieldValues;
  /** The true time at which the person acted: it may be stored much later. */
  readonly actedMs: number;
  readonly keep: ResolutionChoice | null;
  /**
   * It undoes or redoes another action: the values that the other left are `seen`, and the rest should stay.
   */
  readonly isUndo: boolean;
  /** in progress; or the app said that it is done, or that it did nothing; or interrupted by a crash. */
  state: 'underWay' | 'confirmed' | 'refused' | 'cutOff';
  readonly begunAfterCheck: number;
  /** The check before which it ended; Infinity while it is in progress. */
  endedBeforeCheck: number;
}

/** Whether an action completes or skips an occurrence. */
export function endsOccurrence({ occurrence }: Action): boolean {
  return occurrence?.act === 'complete' || occurrence?.act === 'skip';
}

/** The reference model's memory: every user action and the app's response to it. */
export class EventLog {
  readonly actions: Action[] = [];
  /** Increases with every check of the invariants. */
  checks = 0;
  /** By person and kind and item, the number of attempts. */
  readonly #attempts = new Map<string, number>();
  readonly #keptUuids = new Set<string>();
  /** By value: the actions that wrote it. */
  readonly #writers = new Map<string, Action[]>();
  readonly #byItem = new Map<string, Action[]>();
  /** By browser: the number of actions before it was erased, and whether its person had given up its data. */
  readonly #erasures = new Map<number, { readonly order: number; readonly isLeft: boolean }[]>();
  readonly #clock: Clock;

  /** `clock` has the true time. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(
    action: Pick<Action, 'browser' | 'userId' | 'kind' | 'uuids'> &
      Partial<
        Pick<
          Action,
          | 'writes'
          | 'labels'
          | 'occurrence'
          | 'seen'
          | 'saw'
          | 'sawDelete'
          | 'based'
          | 'keep'
          | 'isUndo'
        >
      >,
  ): Action {
    const begun: Action = {
      writes: {},
      labels: { add: [], remove: [] },
      occurrence: null,
      seen: {},
      saw: {},
      sawDelete: false,
      based: {},
      actedMs: this.#clock.nowMs(),
      keep: null,
      isUndo: false,
      ...action,
      order: this.actions.length,
      state: 'underWay',
      begunAfterCheck: this.checks,
      endedBeforeCheck: Infinity,
    };
    this.actions.push(begun);
    for (const [, value] of writtenIn(begun.writes)) {
      this.#writers.set(value, [...(this.#writers.get(value) ?? []), begun]);
    }
    for (const uuid of begun.uuids) this.#noteOn(uuid, begun);
    for (const uuid of ['*', ...begun.uuids]) this.#noteAttempt(begun.userId, begun.kind, uuid);
    if (begun.kind === 'resolve' && begun.keep !== 'server') {
      for (const uuid of begun.uuids) this.#keptUuids.add(uuid);
    }
    return begun;
  }

  end(action: Action, isDone: boolean): void {
    this.#end(action, isDone ? 'confirmed' : 'refused');
  }

  /** A crash ends the actions in progress in a browser; their outcome is unknown. */
  cutOff(browser: number): void {
    for (const action of this.actions) {
      if (action.browser === browser && action.state === 'underWay') this.#end(action, 'cutOff');
    }
  }

  /** Somebody gives up all data of those accounts on the device, when it is erased. */
  leave(profiles: readonly { readonly number: number; readonly user: { id: number } }[]): void {
    for (const { number, user } of profiles) {
      this.end(this.begin({ browser: number, userId: user.id, kind: 'leave', uuids: [] }), true);
    }
  }

  /**
   * The action that wrote a value last, before another; all values differ, except that an undo brings one
   * back. A change of a time sends the date as shown: it writes the date only if it came from a browser that
   * `hasSent` it.
   */
  writerOf(
    value: string,
    before = Infinity,
    hasSent: (browser: number) => boolean = () => false,
  ): Action | undefined {
    return this.#writers
      .get(value)
      ?.findLast(
        (action) => action.order < before && (isChosen(value, action) || hasSent(action.browser)),
      );
  }

  /** The true time since a person acted, in ms. */
  ageMs({ actedMs }: Action): number {
    return this.#clock.nowMs() - actedMs;
  }

  /** Whether an action made up a value: an undo may bring back what came from an imported file. */
  isMadeUp(value: string): boolean {
    return this.#writers.get(value)?.some(({ isUndo }) => !isUndo) ?? false;
  }

  /** The number of times that an undo brought a value back. */
  undosOf(value: string): number {
    return this.#writers.get(value)?.filter(({ isUndo }) => isUndo).length ?? 0;
  }

  /** Every action on an item, in order. */
  actionsOn(uuid: string): readonly Action[] {
    return this.#byItem.get(uuid) ?? [];
  }

  /** All data there has been erased; returns whether somebody has given it up since the last time. */
  noteErased(browser: number): boolean {
    const erasures = this.#erasures.get(browser) ?? [];
    this.#erasures.set(browser, erasures);
    const since = erasures.at(-1)?.order ?? 0;
    const isLeft = this.actions.some(
      ({ order, kind, browser: number }) =>
        kind === 'leave' && number === browser && order >= since,
    );
    erasures.push({ order: this.actions.length, isLeft });
    return isLeft;
  }

  /**
   * Whether the results of an action there were erased because somebody gave them up, even just before the
   * action.
   */
  wasLeft(browser: number, { order }: Action): boolean {
    const erasures = this.#erasures.get(browser) ?? [];
    return erasures.some((one) => one.isLeft && one.order > order);
  }

  /** A person blocks another and leaves everything of theirs, which the server does on its own. */
  noteLeaving(userId: number): void {
    this.#noteAttempt(userId, 'block', '*');
  }

  /** The number of times that a person attempted an action on an item, or, with '*', on any item. */
  attempts(userId: number, kind: ActionKind | 'block', uuid: string): number {
    return this.#attempts.get(`${userId} ${kind} ${uuid}`) ?? 0;
  }

  /** How often a person undid an action on an occurrence, which restarts an item that was in progress. */
  restarts(userId: number, uuid: string): number {
    const isRestart = ({ userId: by, isUndo, occurrence }: Action): boolean =>
      by === userId && isUndo && (occurrence?.act === 'undo' || occurrence?.act === 'unskip');
    return this.actionsOn(uuid).filter(isRestart).length;
  }

  /** Whether somebody decided to put their side of an item over the other, so that texts return. */
  wasKept(uuid: string): boolean {
    return this.#keptUuids.has(uuid);
  }

  /** Whether somebody at that browser ever deleted an item, discarded it, or left it to the server. */
  wasLetGo(browser: number, uuid: string): boolean {
    return this.actionsOn(uuid).some(({ browser: number, kind, keep }) => {
      if (number !== browser) return false;
      return kind === 'delete' || kind === 'discard' || (kind === 'resolve' && keep === 'server');
    });
  }

  /**
   * Whether the user of that browser gave up queued changes of an item, by deleting it or by a resolution
   * since the last check. A request also leaves when a delete is undone, or when a resolution replaces it; a
   * text does not. A deleted item is no reason for the delete itself to leave.
   */
  wasGivenUp(browser: number, uuid: string, what: 'request' | 'delete' | 'text'): boolean {
    return this.actionsOn(uuid).some((action) => {
      if (action.browser !== browser) return false;
      if (action.kind === 'delete') return what !== 'delete';
      if (action.kind === 'restore') return what !== 'text';
      // An undo removes a request that was not sent yet.
      if (action.occurrence?.act === 'undo' && what === 'request') return true;
      if (action.endedBeforeCheck < this.checks - 1) return false;
      // Conflicting fields that are not named are dropped.
      const isLeft = action.keep === 'server' || typeof action.keep === 'object';
      if (action.kind === 'resolve') return what !== 'text' || isLeft;
      // An unsent change that is undone is never sent.
      if (action.isUndo) return what === 'request';
      return action.kind === 'discard';
    });
  }

  /** Whether somebody has given up all data in that browser since the last check. */
  hasLeft(browser: number): boolean {
    return this.actions.some(
      ({ kind, browser: number, endedBeforeCheck }) =>
        kind === 'leave' && number === browser && endedBeforeCheck >= this.checks - 1,
    );
  }

  /** Whether somebody at that browser decided a conflict about an item. */
  hasDecided(browser: number, uuid: string): boolean {
    return this.actionsOn(uuid).some(
      (action) => action.browser === browser && action.kind === 'resolve',
    );
  }

  #end(action: Action, state: Action['state']): void {
    action.state = state;
    action.endedBeforeCheck = this.checks;
  }

  #noteAttempt(userId: number, kind: ActionKind | 'block', uuid: string): void {
    const key = `${userId} ${kind} ${uuid}`;
    this.#attempts.set(key, (this.#attempts.get(key) ?? 0) + 1);
  }

  #noteOn(uuid: string, action: Action): void {
    const actions = this.#byItem.get(uuid);
    if (actions === undefined) this.#byItem.set(uuid, [action]);
    else actions.push(action);
  }
}

/** Whether an action gave a field that value, rather than leaving it as it was shown. */
function isChosen(value: string, { writes, seen }: Action): boolean {
  return tracedFields.some((field) => writes[field] === value && seen[field] !== value);
}
