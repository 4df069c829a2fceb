import type { StatusAction } from '@foray/domain';
import type { IconShape } from '../../ui/icons/icon.tsx';

/** A command for an item from its menu or, with the focus on its row or the head of its page, by key. */
export interface ItemMenuCommand {
  readonly name:
    | StatusAction
    | 'open'
    | 'skip'
    | 'edit'
    | 'date'
    | 'labels'
    | 'priority'
    | 'assign'
    | 'move'
    | 'up'
    | 'down'
    | 'delete';
  readonly label: string;
  readonly icon: IconShape;
  /** The key, as it is drawn. */
  readonly key: string;
  /** Whether it has a key, but no entry in the menu. */
  readonly isKeyOnly?: boolean;
  /** The reason why the command cannot be used now. */
  readonly disabledBecause?: string;
  readonly run: () => void;
}
