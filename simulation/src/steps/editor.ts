import type { LocalItem } from '@foray/sync';
import type { Browser } from '../device/browser.ts';
import type { ItemStep } from './item-step.ts';
import type { Profile } from '../story/profile.ts';
import type { SimulatedTab } from '../device/tab.ts';

/** An editor, menu or dialog that is open in a tab, with the items as they were shown when it opened. */
export interface Editor {
  readonly browser: Browser;
  readonly tab: SimulatedTab;
  readonly profile: Profile;
  /** The action that saving it performs. */
  readonly kind: ItemStep;
  /** The item that it is about. */
  readonly uuid: string;
  /** The edited item, and everything below it, by uuid. */
  readonly shown: ReadonlyMap<string, LocalItem>;
}
