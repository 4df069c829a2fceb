import type { LocalItem } from '@foray/sync';
import { waitingShownMs } from '@foray/domain';
import { useState } from 'react';
import { browserClock } from '../../adapters/browser/browser-ports.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useBlocked, useOnline, useReplica } from '../../replica/index.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { useLasted } from '../../ui/interaction/use-delay.ts';
import { iconBesideDate } from './priority-text.tsx';

function State({ icon, children }: { readonly icon: IconShape; readonly children: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Icon icon={icon} size={14} />
      <span className={iconBesideDate}>{children}</span>
    </span>
  );
}

/** The notable states of an item, in words and shape: refused, not yet sent, in conflict, read-only. */
export function ItemStates({
  item,
  tabIndex,
}: {
  readonly item: LocalItem;
  readonly tabIndex?: number | undefined;
}) {
  const { item: strings } = listMessages;
  return (
    <>
      {item._conflictType !== undefined && (
        <State icon={listIcons.warning}>{strings.conflict}</State>
      )}
      {item._syncStatus === 'pending' && (
        <Unconfirmed key={item.uuid} uuid={item.uuid} tabIndex={tabIndex} />
      )}
      {item.permission === 'view' && <State icon={listIcons.lock}>{strings.readOnly}</State>}
    </>
  );
}

/**
 * Pending sync, or Needs attention for a refused change, which is not in transit but waits for a decision;
 * the words link there.
 */
function Unconfirmed({
  uuid,
  tabIndex,
}: {
  readonly uuid: string;
  readonly tabIndex: number | undefined;
}) {
  const isBlocked = useBlocked().some(({ itemUuid }) => itemUuid === uuid);
  if (!isBlocked) return <PendingSync uuid={uuid} />;
  return (
    <Link
      href="/preferences"
      data-control="attention"
      tabIndex={tabIndex}
      className="touch-target inline-flex rounded-small hover:underline"
    >
      <State icon={listIcons.warning}>{listMessages.item.needsAttention}</State>
    </Link>
  );
}

/**
 * A change that is confirmed at once must not show words that flicker; offline they are shown from the
 * beginning.
 */
function PendingSync({ uuid }: { readonly uuid: string }) {
  const isOnline = useOnline();
  const replica = useReplica();
  const [leftMs] = useState(() => {
    const nowMs = browserClock.nowMs();
    return waitingShownMs - (nowMs - (replica.pendingSince(uuid) ?? nowMs));
  });
  const isShown = useLasted(true, isOnline ? Math.min(leftMs, waitingShownMs) : 0);
  return isShown ? <State icon={listIcons.clock}>{listMessages.item.pendingSync}</State> : null;
}
