import { useRef, useState } from 'react';
import { saveExport } from '../../items/actions/save-export.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import type { CountedAccount } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { useFocusFallback } from '../../ui/interaction/focus-fallback.ts';
import { routeHeading } from '../../ui/interaction/focus-return.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';

const { notices } = lazyMessages;

/**
 * The rest of a former account of the signed-in user on this device. No sign-in sends it, so it can be
 * saved as a file, and discarded once nothing in it will move to the current account (decision 0080).
 */
export function FormerAccount({ account }: { readonly account: CountedAccount }) {
  const actions = useActions();
  const [isSaving, setIsSaving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part, routeHeading);
  const isRest = account.former === 'rest';
  const restHint = account.isDeletionRequested ? notices.formerDeletedHint : notices.formerRestHint;
  const save = async () => {
    setIsSaving(true);
    const exported = await actions.exportFormer(account.userId);
    setIsSaving(false);
    saveExport(exported);
  };
  const discard = async () => {
    const isDone = await actions.discardFormer(account);
    if (isDone) toast({ title: notices.formerDiscarded });
    else toastError(notices.formerDiscardFailed);
  };
  return (
    <div ref={part} className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-strong">
          {isRest ? notices.formerRest(account.changes) : notices.formerToMove(account.changes)}
        </p>
        <p className="text-ink-2">{isRest ? restHint : notices.formerToMoveHint}</p>
      </div>
      <div className="flex gap-1">
        <Button
          size="small"
          busy={isSaving}
          busyLabel={notices.formerSaving}
          onClick={() => void save()}
        >
          {notices.formerSave}
        </Button>
        {isRest && (
          <Button size="small" variant="quiet" onClick={() => setIsAsking(true)}>
            {notices.formerDiscard}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={notices.formerDiscardTitle}
        body={notices.formerDiscardText(account.changes)}
        confirmLabel={notices.formerDiscard}
        onConfirm={() => void discard()}
        destructive
      />
    </div>
  );
}
