import type { LocalItem } from '@foray/sync';
import { messages } from '../messages/messages.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon.tsx';

function State({ icon, children }: { readonly icon: IconName; readonly children: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}

/** What stands out about an item, in words and shape: not yet sent, in conflict, only to be read. */
export function ItemStates({ item }: { readonly item: LocalItem }) {
  const { item: words } = messages;
  return (
    <>
      {item._conflictType !== undefined && <State icon="warning">{words.conflict}</State>}
      {item._syncStatus === 'pending' && <State icon="clock">{words.pendingSync}</State>}
      {item.permission === 'view' && <State icon="lock">{words.readOnly}</State>}
    </>
  );
}
