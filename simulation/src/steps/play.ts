import { readNotifications, retryRequest } from '@foray/sync';
import type { Person } from '@foray/domain';
import { deleteAccount } from './account-end.ts';
import type { Role } from './actor.ts';
import { collide, overtake, redoLate, takeAway } from './collision.ts';
import { damage } from './damage.ts';
import { happens, isEvent } from './events.ts';
import { hearHeartbeat, hearOfNewer } from './heartbeats.ts';
import { importFile } from './import.ts';
import { isItemStep } from './item-step.ts';
import { ItemActor } from './item-steps.ts';
import { takesOccasions, withLostRights } from './occasions.ts';
import { conflictsIn, giveUp, decide, blockedIn } from './perform.ts';
import type { Profile } from '../story/profile.ts';
import { changePrivateRow } from './private-row.ts';
import { askOutsideRuns } from './server-steps.ts';
import { damageRow } from './damaging.ts';
import { dropRepeating, renameBeside, runBeside } from './earlier-tab.ts';
import { undo } from './undoing.ts';
import type { Step, StepKind } from '../story/story.ts';
import type { TabAccount } from '../device/tab.ts';
import type { World } from '../world/world.ts';

const triggers = ['timer', 'action', 'sync_now', 'start'] as const;

/** The tabs in which a step has something to act on. */
const whereIs: Readonly<Partial<Record<StepKind, (open: TabAccount) => boolean>>> = {
  resolve: ({ profile }) => conflictsIn(profile).length > 0,
  attention: ({ profile }) => blockedIn(profile).length > 0,
  readInbox: ({ profile }) =>
    [...profile.tables.notifications.values()].some(({ read_at }) => read_at === null),
  deleteAccount: ({ profile }) => holdsAmongOthers(profile),
  undo: ({ history }) => !history.isEmpty,
};

/** Whether their person owns an item inside another person's tree. */
function holdsAmongOthers({ user, tables }: Profile): boolean {
  return [...tables.items.values()].some(({ user_id, parent_uuid }) => {
    const parent = tables.items.get(tables.idOfUuid.get(parent_uuid ?? '') ?? -1);
    return user_id === user.id && parent !== undefined && parent.user_id !== user.id;
  });
}

/** The actor of a step. */
export class Player extends ItemActor {
  constructor(world: World, step: Step) {
    super(world, step, placeOf(world, step));
  }

  /** Starts the step; a step that finds nothing to act on does nothing. */
  take(): void {
    if (isEvent(this.step.kind)) return this.#meet();
    if (this.open === null) return;
    const { kind, to } = this.step;
    const { device, engine, profile } = this.open;
    if (isItemStep(kind)) return this.changeItem(kind);
    switch (kind) {
      case 'run':
        return this.run(engine.run(triggers[to % triggers.length] ?? 'timer'));
      case 'runAll':
        for (const open of this.world.allOpen()) this.run(this.#beat(open));
        return;
      case 'collide':
        return collide(this.world, this.step);
      case 'takeAway':
        return takeAway(this.world, this.step);
      case 'overtake':
        return overtake(this.world, this.step);
      case 'resolve':
        return this.#resolve();
      case 'attention':
        return this.#attend();
      case 'readInbox':
        return this.run(readNotifications(device, []));
      case 'contacts':
      case 'rename':
      case 'block':
      case 'serverTrash':
        return this.run(askOutsideRuns(this.world, this.tab, this.opened, this.step));
      case 'deleteAccount':
        return this.run(deleteAccount(this.world, this.tab, profile));
      case 'undo':
        return this.run(undo(this.world, this.opened, to % 3 === 0 ? 'redo' : 'undo'));
      case 'redoLate':
        return redoLate(this.world, this.step);
      case 'privateRow':
        return this.run(changePrivateRow(this.world, this.open, this.step));
      case 'importFile':
        return this.run(importFile(this.world, this.opened, this.step));
      case 'damage':
        return damage(this.world, profile, this.step);
      case 'upgrade':
        this.world.census.note('fault', kind);
        return this.browser.upgrade();
      case 'earlierTab':
        return this.run(dropRepeating(this.world, this.open));
      case 'earlierRename':
        return this.run(renameBeside(this.world, this.opened, this.step));
      case 'earlierRun':
        return this.run(runBeside(this.world, this.open));
      case 'newerApp':
        return this.run(this.world.newerApp.act(profile, this.step));
      case 'unreadable':
        return damageRow(this.world, profile, this.step);
      case 'dialog':
        profile.isResolving = !profile.isResolving;
        return;
      case 'signIn':
        if (profile.isGuest) this.run(this.tab.signIn(this.#personToBe()));
        return;
      case 'signOut':
        return this.#signOut(profile);
      case 'clearData':
        this.world.census.note('fault', kind);
        this.world.eventLog.leave([profile, this.browser.guest]);
        return this.run(this.tab.clearData());
      default:
        throw new Error(`${kind} is not a person's`);
    }
  }

  /** The timer of a tab, or an event of its stream, which may be healthy. */
  async #beat(open: TabAccount): Promise<void> {
    const { at } = this.step;
    if (at % 2 === 0) await hearHeartbeat(this.world, open);
    if (at % 3 === 0) await hearOfNewer(this.world, open);
    await open.engine.run(at % 3 === 0 ? 'event' : 'timer');
  }

  /**
   * A third of the events happen during a sync cycle in progress, and another third during the person's next
   * call.
   */
  #meet(): void {
    const world = this.world;
    const { salt, at } = this.step;
    const happen = (): void => happens(world, this.step, this.browser, this.tab);
    if (this.open === null || salt % 3 === 0) return happen();
    if (salt % 3 === 1) {
      const { faults } = world;
      this.run(this.open.engine.run('sync_now'));
      // Does not apply while the world converges.
      world.clock.after(at % 500, () => void (world.faults === faults && happen()));
      return;
    }
    happen();
    // A frozen page takes no input.
    if (this.tab.life.isOver || this.tab.life.isFrozen) return;
    if (this.open.profile.isGuest) return this.run(this.tab.signIn(this.#personToBe()));
    if (world.faults.signOut !== undefined && at % 8 === 3) return this.#signOut(this.open.profile);
    const kind = (['contacts', 'rename', 'serverTrash'] as const)[at % 3] ?? 'contacts';
    this.run(askOutsideRuns(world, this.tab, this.open, { ...this.step, kind }));
  }

  #signOut(profile: Profile): void {
    if (profile.isGuest) return;
    this.world.census.note('fault', 'signOut');
    const unsent = this.step.to % 2 === 0 ? 'keep' : 'discard';
    if (unsent === 'discard') this.world.eventLog.leave([profile]);
    this.run(this.tab.signOut(unsent));
  }

  /** The person who signs in: mostly the owner of the browser. */
  #personToBe(): Person {
    const { user } = this.browser;
    return this.chooseBy(this.step.at, [user, ...this.world.people]) ?? user;
  }

  #resolve(): void {
    const conflict = this.choose(conflictsIn(this.profile));
    if (conflict !== undefined) this.run(decide(this.world, this.opened, conflict, this.step.to));
  }

  #attend(): void {
    const request = this.choose(blockedIn(this.profile));
    if (request === undefined) return;
    if (this.step.to % 2 === 0) return this.run(giveUp(this.world, this.opened, request));
    const { touches, id } = request;
    this.do({ kind: 'retry', uuids: touches }, () => retryRequest(this.device, id));
  }
}

function placeOf(world: World, step: Step): Role {
  const isOccasion = isItemStep(step.kind) && takesOccasions(step);
  const isThere = isOccasion
    ? ({ profile }: TabAccount): boolean => withLostRights(world, profile).length > 0
    : whereIs[step.kind];
  return isThere === undefined ? world.tabAt(step.tab) : world.tabWhere(step.tab, isThere);
}
