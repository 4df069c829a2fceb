import type { ItemRow } from '@foray/authority';
import type { LabelChange } from '@foray/domain';
import { Breach } from '../record/broken.ts';
import type { Census } from '../record/census.ts';
import type { Commit } from '../record/commits.ts';
import type { Action } from '../record/event-log.ts';
import type { LedgerPorts } from '../record/ledger.ts';
import type { Profile } from '../story/profile.ts';
import type { SimServer } from '../server/server.ts';
import type { Watch } from './watch.ts';

/** A world in which everything has settled, with the reasons why an item may have lost something. */
export interface AtRest {
  readonly server: SimServer;
  readonly watch: Watch;
  readonly profiles: readonly Profile[];
}

/**
 * Labels are sets (I18): a label leaves an item only if somebody removed it, and appears only if somebody
 * added it; once everything has settled, a label that somebody added and nobody removed exists.
 */
export class LabelWatch {
  readonly #ports: Pick<LedgerPorts, 'eventLog' | 'fail'>;
  readonly #census: Census;

  constructor(ports: Pick<LedgerPorts, 'eventLog' | 'fail'>, census: Census) {
    this.#ports = ports;
    this.#census = census;
  }

  /** Checks what a commit has changed. */
  look({ store, before }: Commit): void {
    const rows = [...store.rows('items')];
    const changed = rows.filter((row) => before.get(row.id) !== row && row.deleted_at === null);
    for (const row of changed) {
      const former = before.get(row.id);
      const of = row.occurrence_of;
      // The copy of an occurrence has the labels that its item had.
      const item = of === null ? undefined : rows.find(({ uuid }) => uuid === of);
      const given = keysOf([item, item && before.get(item.id)].flatMap((one) => one?.labels ?? []));
      const named = of === null ? [row.uuid] : [row.uuid, of];
      const [had, has] = [former?.labels ?? [], row.labels].map(keysOf);
      for (const key of had ?? []) {
        if (!has?.has(key) && !this.#isNamed(named, key, 'remove')) this.#lost(row, key);
      }
      // A copy of an item that others deleted has the labels of its original.
      const isOfOther = of === null && former === undefined && !this.#isMadeByPerson(row);
      for (const key of isOfOther ? [] : (has ?? [])) {
        if (!had?.has(key) && !given.has(key) && !this.#isNamed(named, key, 'add')) {
          this.#ports.fail(new Breach('I18', `nobody has added the label ${key} of ${row.uuid}`));
        }
      }
    }
  }

  /** Labels that were added and confirmed exist, unless somebody removed them or gave up the request. */
  checkAtRest(world: AtRest): void {
    const rows = new Map([...world.server.store.rows('items')].map((row) => [row.uuid, row]));
    for (const { uuid } of rows.values()) {
      const given = this.#ports.eventLog.actionsOn(uuid);
      noteMeeting(this.#census, 'labels', 'of', given.filter(isLabelled));
    }
    for (const action of this.#ports.eventLog.actions) {
      const row = rows.get(action.uuids[0] ?? '');
      if (row === undefined || row.deleted_at !== null || action.state !== 'confirmed') continue;
      const has = keysOf(row.labels);
      for (const key of keysOf(action.labels.add)) {
        if (has.has(key) || this.#isNamed([row.uuid], key, 'remove')) continue;
        if (!isGivenUp(this.#ports.eventLog, world, action, row)) this.#lost(row, key);
      }
    }
  }

  /** A create has seen no state of its item, unlike an edit. */
  #isMadeByPerson({ uuid }: ItemRow): boolean {
    return this.#ports.eventLog
      .actionsOn(uuid)
      .some(({ kind, seen }) => kind === 'text' && Object.keys(seen).length === 0);
  }

  #isNamed(uuids: readonly string[], key: string, list: keyof LabelChange): boolean {
    const { eventLog } = this.#ports;
    return uuids
      .flatMap((uuid) => eventLog.actionsOn(uuid))
      .some(({ labels, state }) => state !== 'refused' && keysOf(labels[list]).has(key));
  }

  #lost({ uuid }: ItemRow, key: string): void {
    this.#ports.fail(new Breach('I18', `the label ${key} of ${uuid} is lost`));
  }
}

/**
 * Whether the item of an action may have left its device unsent: its person gave it up, or could not see the
 * item for a while, its data was damaged, or a backup replaced the server's data.
 */
export function isGivenUp(
  eventLog: LedgerPorts['eventLog'],
  { server, watch, profiles }: AtRest,
  { browser, userId }: Action,
  { uuid }: ItemRow,
): boolean {
  const isLetGo = eventLog
    .actionsOn(uuid)
    .some(({ kind }) => kind === 'discard' || kind === 'delete' || kind === 'restore');
  const isLeft = eventLog.actions.some((one) => one.kind === 'leave' && one.browser === browser);
  return (
    isLetGo ||
    isLeft ||
    server.restores > 0 ||
    server.hasEnded(userId) ||
    watch.server.hasGone(uuid, userId) ||
    profiles[browser - 1]?.tables.erasures !== 0
  );
}

function isLabelled({ labels, state }: Action): boolean {
  return state === 'confirmed' && labels.add.length > 0;
}

/** Counts items that were acted on from two devices, and by two people. */
export function noteMeeting(
  census: Census,
  kind: string,
  how: string,
  actions: readonly Action[],
): void {
  const [{ browser, userId } = {}] = actions;
  if (actions.some((one) => one.browser !== browser)) census.note(kind, how, 'two devices');
  if (actions.some((one) => one.userId !== userId)) census.note(kind, how, 'two people');
}

function keysOf(labels: readonly string[]): ReadonlySet<string> {
  return new Set(labels.map((label) => label.toLowerCase()));
}
