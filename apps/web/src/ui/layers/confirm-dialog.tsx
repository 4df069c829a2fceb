import type { ReactNode } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * A question before an action that is hard to undo. The focus starts on Cancel if the action is
 * destructive, or else on the first of two answers. Confirming closes the dialog. `alternative` is a second
 * way to confirm ('Delete with its 5 items'). `children` are the affected items, which scroll if there are
 * many.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  confirmLabel,
  onConfirm,
  alternative,
  destructive = false,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly alternative?: { readonly label: string; readonly onConfirm: () => void } | undefined;
  readonly destructive?: boolean | undefined;
  readonly children?: ReactNode;
}) {
  const answer = (act: () => void) => () => {
    onOpenChange(false);
    act();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      size={alternative ? 'wide' : 'small'}
      title={title}
      description={body}
      footer={
        <>
          <Button
            onClick={() => onOpenChange(false)}
            {...(destructive && { 'data-autofocus': '' })}
          >
            {lazyMessages.cancel}
          </Button>
          {alternative && (
            <Button
              variant={destructive ? 'dangerSoft' : 'secondary'}
              onClick={answer(alternative.onConfirm)}
            >
              {alternative.label}
            </Button>
          )}
          <Button
            variant={destructive ? 'danger' : 'primary'}
            onClick={answer(onConfirm)}
            {...(alternative && !destructive && { 'data-autofocus': '' })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
