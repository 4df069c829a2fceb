import type { LocalItem } from '@foray/sync';

/** The props of every dialog about an item. */
export interface ItemDialogProps {
  /** The item as it was shown when the dialog opened, for display and comparison (decision 0063). */
  readonly seen: LocalItem;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}
