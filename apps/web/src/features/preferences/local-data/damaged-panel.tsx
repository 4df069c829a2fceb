import { pageSize } from '@foray/domain';
import type { UnreadableContent } from '@foray/sync';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../adapters/browser/files.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions } from '../../../replica/index.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx';
import { useFocusFallback } from '../../../ui/interaction/focus-fallback.ts';
import { routeHeading } from '../../../ui/interaction/focus-return.ts';
import { listIcons } from '../../../ui/icons/list-icons.ts';
import { moreIcons } from '../../../ui/icons/more-icons.ts';
import { toast, toastError } from '../../../ui/layers/toast.ts';
import { copyWithToast } from '../parts/copy-with-toast.ts';
import { ShowMore } from '../parts/show-more.tsx';

const { preferences } = lazyMessages;

/** The title in a damaged row, if it can be read. */
function titleOf({ content }: UnreadableContent): string | null {
  const { title, data } = (content ?? {}) as { readonly title?: unknown; readonly data?: unknown };
  const sent = ((data ?? {}) as { readonly title?: unknown }).title;
  return typeof title === 'string' ? title : typeof sent === 'string' ? sent : null;
}

/** The rows, numbered within one store and key, which several rows may have. */
function numbered(rows: readonly UnreadableContent[]) {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const place = `${row.store}/${row.key}`;
    const number = counts.get(place) ?? 0;
    counts.set(place, number + 1);
    return { row, number };
  });
}

/** Rows on this device that cannot be read: kept until the person decides (DATA-14). */
export function DamagedPanel({ count }: { readonly count: number }) {
  const actions = useActions();
  const [rows, setRows] = useState<readonly UnreadableContent[]>([]);
  const [shown, setShown] = useState(pageSize);
  const [isAsking, setIsAsking] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocusFallback(panel, routeHeading);
  useEffect(() => {
    let isCurrent = true;
    void actions.unreadableRows().then((found) => {
      if (isCurrent && found !== null) setRows(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, count]);
  const asText = () => JSON.stringify(rows, null, 2);
  const copy = () => copyWithToast(asText());
  const discard = async () => {
    const isDone = await actions.discardUnreadable(rows);
    if (isDone) toast({ title: preferences.damagedDiscarded });
    else toastError(preferences.damagedFailed);
  };
  const left = rows.length - shown;
  return (
    <div ref={panel}>
      <Panel title={preferences.damaged(count)} description={preferences.damagedText}>
        <ul ref={list} className="mb-4 divide-y divide-line">
          {numbered(rows.slice(0, shown)).map(({ row, number }) => (
            <DamagedRow key={`${row.store}/${row.key}/${number}`} row={row} />
          ))}
        </ul>
        {left > 0 && (
          <div className="mb-4">
            <ShowMore left={left} list={list} onPress={() => setShown(shown + pageSize)} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            icon={moreIcons.download}
            disabled={rows.length === 0}
            onClick={() => saveFile('foray-unreadable.json', 'application/json', [asText()])}
          >
            {preferences.damagedSave}
          </Button>
          <Button disabled={rows.length === 0} onClick={() => void copy()}>
            {preferences.damagedCopy}
          </Button>
          <Button
            variant="dangerSoft"
            icon={listIcons.trash}
            disabled={rows.length === 0}
            onClick={() => setIsAsking(true)}
          >
            {preferences.damagedDiscard}
          </Button>
        </div>
      </Panel>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={preferences.damagedDiscardTitle}
        body={preferences.damagedDiscardText(rows.length)}
        confirmLabel={preferences.damagedDiscard}
        onConfirm={() => void discard()}
        destructive
      />
    </div>
  );
}

function DamagedRow({ row }: { readonly row: UnreadableContent }) {
  const kind = preferences.damagedStores[row.store];
  const title = titleOf(row);
  return (
    <li className="py-2">
      <p className="two-lines font-strong">{title ?? kind}</p>
      <p className="break-all text-meta text-ink-3">
        {title === null ? row.key : `${kind} · ${row.key}`}
      </p>
    </li>
  );
}
