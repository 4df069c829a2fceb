import { kindOf } from '@foray/sync';
import type { QueuedRequest } from '@foray/sync';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useRow } from '../../../replica/index.ts';
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx';
import { describeRequest } from './blocked-request.ts';

const { preferences, files } = lazyMessages;

/** The rest are counted. */
const maxNamed = 3;

function Named({ request }: { readonly request: QueuedRequest }) {
  const item = useRow(request.itemUuid ?? '');
  return <li className="two-lines">{describeRequest(request, item?.title)}</li>;
}

function Along({ along }: { readonly along: readonly QueuedRequest[] }) {
  const left = along.length - maxNamed;
  return (
    <>
      <p className="mt-3 font-strong text-danger-ink">
        {preferences.attentionDiscardAlong(along.length)}
      </p>
      <ul className="mt-1.5 flex flex-col gap-1 border-s-2 border-line ps-3">
        {along.slice(0, maxNamed).map((request) => (
          <Named key={request.id} request={request} />
        ))}
        {left > 0 && <li className="text-ink-3">{files.andMore(left)}</li>}
      </ul>
    </>
  );
}

/**
 * Confirms before a change is discarded, and lists the changes that depend on it, which are discarded
 * too (SYNC-07; decision 0054).
 */
export function DiscardQuestion({
  request,
  along,
  open,
  onOpenChange,
  onConfirm,
}: {
  readonly request: QueuedRequest;
  readonly along: readonly QueuedRequest[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onConfirm: () => void;
}) {
  const count = along.length;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={preferences.attentionDiscardTitle}
      body={
        <>
          <p>
            {kindOf(request) === 'create'
              ? preferences.attentionDiscardCreateText
              : preferences.attentionDiscardText}
          </p>
          {count > 0 && <Along along={along} />}
        </>
      }
      confirmLabel={
        count > 0 ? preferences.attentionDiscardAll(count + 1) : preferences.attentionDiscard
      }
      onConfirm={onConfirm}
      destructive
    />
  );
}
