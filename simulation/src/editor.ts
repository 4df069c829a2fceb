import type { LocalItem } from '@foray/sync';
import type { Profile } from './profile.ts';
import type { Tab } from './tab.ts';

/** An editor that is open in a tab, with the item as it was shown when it opened. */
export interface Editor {
  readonly tab: Tab;
  readonly profile: Profile;
  readonly row: LocalItem;
}
