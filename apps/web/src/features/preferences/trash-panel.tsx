import { pageSize } from '@foray/domain';
import type { DeletedItem } from '@foray/sync';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useListFocus } from '../../items/list-focus.ts';
import { useDisplayName } from '../../items/person-name.ts';
import { browserClock } from '../../adapters/browser-ports.ts';
import { formatAgo } from '../../messages/ago.ts';
import { messages } from '../../messages/messages.ts';
import { useActions, useSession, useSync } from '../../replica/index.ts';
import type { Trash } from '../../replica/index.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { firstPress } from '../../ui/first-press.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { TypeMark } from '../../ui/type-mark.tsx';
import { ShowMore } from './show-more.tsx';

const { trash: words, item: itemWords } = messages;

const none: readonly DeletedItem[] = [];

function useIsMine(userId: number): boolean {
  const session = useSession();
  return userId === (session.kind === 'user' ? session.user.id : 0);
}

function TrashRow({
  item,
  nowMs,
  onRestore,
}: {
  readonly item: DeletedItem;
  readonly nowMs: number;
  readonly onRestore: () => void;
}) {
  const title = item.title === '' ? itemWords.untitled : item.title;
  const owner = useDisplayName(item.userId);
  const isMine = useIsMine(item.userId);
  const facts = [
    words.deleted(formatAgo(item.deletedAt, nowMs)),
    ...(item.takenAlong > 0 ? [words.along(item.takenAlong)] : []),
    ...(!isMine && owner !== '' ? [words.by(owner)] : []),
  ];
  return (
    <li data-uuid={item.uuid} className="flex items-center gap-3 py-2.5">
      <TypeMark type={item.type} size={20} />
      <div className="min-w-0 flex-1">
        <p className="two-lines font-strong break-words">{title}</p>
        <p className="text-meta text-ink-3">{facts.join(' · ')}</p>
      </div>
      <Button
        size="small"
        data-control="restore"
        aria-label={words.restoreNamed(title)}
        onClick={firstPress(onRestore)}
      >
        {words.restore}
      </Button>
    </li>
  );
}

/**
 * Recently deleted: what can be brought back for 30 days, of this device at once and of the others
 * where the server answers (product.md, "The hierarchy").
 */
export function TrashPanel() {
  const actions = useActions();
  const session = useSession();
  const { online, lastSyncAt, pending } = useSync();
  const [known, setKnown] = useState<(Trash & { readonly nowMs: number }) | null>(null);
  const [shown, setShown] = useState(pageSize / 4);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const read = useCallback(
    async () => ({ ...(await actions.listTrash()), nowMs: browserClock.nowMs() }),
    [actions],
  );
  useEffect(() => {
    let isHere = true;
    void read().then((now) => {
      if (isHere) setKnown(now);
    });
    return () => {
      isHere = false;
    };
  }, [read, session, online, lastSyncAt, pending]);

  async function restore({ uuid, title }: DeletedItem): Promise<void> {
    const restored = await actions.restoreDeleted(uuid);
    if (!restored.ok) {
      toast({ tone: 'error', title: messages.error, description: words.failed });
      return;
    }
    toast({ title: words.restored, description: words.restoredText(title) });
    setKnown(await read());
  }

  const items = known?.items ?? none;
  const left = items.length - shown;
  const uuids = useMemo(() => items.slice(0, shown).map(({ uuid }) => uuid), [items, shown]);
  const listFocus = useListFocus(list, uuids, heading);
  return (
    <Panel title={words.title} headingRef={heading} description={words.text}>
      {known === null && <SkeletonList label={words.loading} rows={3} />}
      {known !== null && items.length === 0 && <p className="text-ink-2">{words.empty}</p>}
      {known !== null && items.length > 0 && (
        <ul ref={list} className="-my-2.5 divide-y divide-line" {...listFocus}>
          {items.slice(0, shown).map((item) => (
            <TrashRow
              key={item.uuid}
              item={item}
              nowMs={known.nowMs}
              onRestore={() => void restore(item)}
            />
          ))}
        </ul>
      )}
      {left > 0 && (
        <div className="mt-5">
          <ShowMore left={left} list={list} onPress={() => setShown(shown + pageSize)} />
        </div>
      )}
      {known !== null && !known.isWhole && (
        <p className="mt-4 text-meta text-ink-3">{words.onlyHere}</p>
      )}
    </Panel>
  );
}
