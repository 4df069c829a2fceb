import type { Clock, Keep } from '@foray/sync';
import type { LabelChange, OccurrenceAct } from '@foray/domain';
import { tracedFields, writtenIn, type Values } from './fields.ts';

/** What a person did: text, or something that is done to an item. */
export type ActionKind =
  | 'text'
  | 'status'
  | 'assign'
  /** Somebody is removed from an item and all below. */
  | 'remove'
  | 'move'
  | 'delete'
  | 'restore'
  | 'label'
  | 'occurrence'
  | 'resolve'
  | 'discard'
  | 'retry'
  | 'import'
  /** Let everything go that is on the device: signed out without what was unsent, or cleared. */
  | 'leave';

/** One action of a person, from the attempt to its confirmation. */
export interface Action {
  readonly order: number;
  readonly browser: number;
  readonly userId: number;
  readonly kind: ActionKind;
  /** The items that it names. */
  readonly uuids: readonly string[];
  /** What it writes, unlike anything else. */
  readonly writes: Values;
  /** The labels that it adds and takes away; those of a new item are added. */
  readonly labels: LabelChange;
  /** What it does with which occurrence of the item. */
  readonly occurrence: { readonly act: OccurrenceAct['act']; readonly n: number } | null;
  /** What was shown of the item when its editor or menu opened. */
  readonly seen: Values;
  /** The other side of the conflict that it decides. */
  readonly saw: Values;
  /** It decides that something deleted by others is to come back. */
  readonly sawDelete: boolean;
  /** What the device had as the server's when it began. */
  readonly based: Values;
  /** The true time at which it ended; Infinity while it is under way. */
  untilMs: number;
  readonly keep: Keep | null;
  /** It takes another action back, or does it again: what that one left is `seen`, and the rest is to stay. */
  readonly isUndo: boolean;
  /** under way; or the app said that it is done, or that it did nothing; or cut off by a crash. */
  state: 'underWay' | 'confirmed' | 'refused' | 'cutOff';
  readonly begunAfterCheck: number;
  /** The check before which it ended; Infinity while it is under way. */
  endedBeforeCheck: number;
}

/** The reference model's memory: every user action and the app's answer to it. */
export class EventLog {
  readonly actions: Action[] = [];
  /** Grows with every check of the invariants. */
  checks = 0;
  /** By person and kind and item, how often it was attempted. */
  readonly #attempts = new Map<string, number>();
  readonly #keptUuids = new Set<string>();
  /** By value: the actions that wrote it. */
  readonly #writers = new Map<string, Action[]>();
  readonly #byItem = new Map<string, Action[]>();
  /** By browser: after how many actions it was erased, and whether its person had let go of it. */
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
      untilMs: Infinity,
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

  /** Somebody lets go of all that those accounts have on the device, when it is erased. */
  leave(profiles: readonly { readonly number: number; readonly user: { id: number } }[]): void {
    for (const { number, user } of profiles) {
      this.end(this.begin({ browser: number, userId: user.id, kind: 'leave', uuids: [] }), true);
    }
  }

  /**
   * The action that wrote a value last, before another; no two values are alike, but that an undo brings one back. A
   * change of a time sends the date as shown: that writes the date only if it came from a browser that `hasSent` it.
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

  /** How often an undo brought a value back. */
  undosOf(value: string): number {
    return this.#writers.get(value)?.filter(({ isUndo }) => isUndo).length ?? 0;
  }

  /** Everything that was done to an item, in order. */
  actionsOn(uuid: string): readonly Action[] {
    return this.#byItem.get(uuid) ?? [];
  }

  /** All that was there has been erased; whether somebody let go of it since the last time. */
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

  /** Whether what an action did there was erased because somebody let go of it, also just before the action. */
  wasLeft(browser: number, { order }: Action): boolean {
    const erasures = this.#erasures.get(browser) ?? [];
    return erasures.some((one) => one.isLeft && one.order > order);
  }

  /** A person blocks another and leaves everything of theirs, which the server does on its own. */
  noteLeaving(userId: number): void {
    this.#noteAttempt(userId, 'block', '*');
  }

  /** How often a person attempted that with an item, or with '*' any item. */
  attempts(userId: number, kind: ActionKind | 'block', uuid: string): number {
    return this.#attempts.get(`${userId} ${kind} ${uuid}`) ?? 0;
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
   * Whether the user of that browser gave up what was queued about an item, by deleting it or by a
   * resolution since the last check. A request also leaves when a delete is undone, or when a resolution
   * replaces it; a text does not. A deleted item is no reason for the delete itself to leave.
   */
  wasGivenUp(browser: number, uuid: string, what: 'request' | 'delete' | 'text'): boolean {
    return this.actionsOn(uuid).some((action) => {
      if (action.browser !== browser) return false;
      if (action.kind === 'delete') return what !== 'delete';
      if (action.kind === 'restore') return what !== 'text';
      // An undo takes back what was not sent yet.
      if (action.occurrence?.act === 'undo' && what === 'request') return true;
      if (action.endedBeforeCheck < this.checks - 1) return false;
      // Of the fields that collide, those that are not named go.
      const isLeft = action.keep === 'server' || typeof action.keep === 'object';
      if (action.kind === 'resolve') return what !== 'text' || isLeft;
      // What was not sent and is taken back is never sent.
      if (action.isUndo) return what === 'request';
      return action.kind === 'discard';
    });
  }

  /** Whether somebody has let go of all that is in that browser, since the last check. */
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
    action.untilMs = this.#clock.nowMs();
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

/** Whether an action gave a field that value, and did not only leave it as it was shown. */
function isChosen(value: string, { writes, seen }: Action): boolean {
  return tracedFields.some((field) => writes[field] === value && seen[field] !== value);
}
