import type { LocalItem } from '@foray/sync';

/** What every dialog about an item takes. */
export interface ItemDialogProps {
  /** The item as it was shown when the dialog opened, which it shows and compares with (decision 0063). */
  readonly seen: LocalItem;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}
