import type { SyncContext, LocalItem } from '@foray/sync';
import type { Browser } from '../device/browser.ts';
import { perform, type NewAction, type StepOutcome } from './perform.ts';
import type { Profile } from '../story/profile.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount, SimulatedTab } from '../device/tab.ts';
import type { World } from '../world/world.ts';

/** The tab that takes a step, and the items that the step is about. */
export interface Role {
  readonly browser: Browser;
  readonly tab: SimulatedTab;
  /** The item that the step is always about; if absent, its numbers choose. */
  readonly about?: string;
  /** The parent of the item that it makes or moves; if absent, its numbers choose. */
  readonly under?: string;
  /** The items as they were shown when the editor or menu opened, by uuid; the current ones if absent. */
  readonly shown?: ReadonlyMap<string, LocalItem>;
}

/** A person at a tab, with a step to take; nothing is awaited, since people do not wait either. */
export class Actor {
  protected readonly world: World;
  protected readonly browser: Browser;
  protected readonly tab: SimulatedTab;
  protected readonly about: string | undefined;
  protected readonly under: string | undefined;
  protected readonly shown: ReadonlyMap<string, LocalItem> | undefined;
  protected readonly step: Step;
  /** Null while the tab is frozen, or is switching accounts. */
  protected readonly open: TabAccount | null;

  constructor(world: World, step: Step, { browser, tab, about, under, shown }: Role) {
    this.world = world;
    this.browser = browser;
    this.tab = tab;
    this.about = about;
    this.under = under;
    this.shown = shown;
    this.step = step;
    this.open = tab.life.isFrozen ? null : tab.open;
  }

  protected get opened(): TabAccount {
    if (this.open === null) throw new Error('nothing is open in the tab');
    return this.open;
  }

  protected get profile(): Profile {
    return this.opened.profile;
  }

  protected get device(): SyncContext {
    return this.opened.device;
  }

  protected get rows(): readonly LocalItem[] {
    return [...this.profile.tables.items.values()];
  }

  protected get livingRows(): readonly LocalItem[] {
    return this.rows.filter(({ _deleted }) => !_deleted);
  }

  protected choose<T>(list: readonly T[]): T | undefined {
    return this.chooseBy(this.step.at, list);
  }

  protected chooseBy<T>(number: number, list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[number % list.length];
  }

  protected do(action: NewAction, act: () => StepOutcome): void {
    this.run(perform(this.world, this.opened, action, act));
  }

  protected run(promise: Promise<unknown>): void {
    promise.catch(this.world.fail);
  }
}
