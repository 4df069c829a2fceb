import { messages } from '../messages/messages.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const { login } = messages;

/** Asks somebody whose number has an account that nobody proved yet: keep what is in it, or start empty. */
export function StartQuestion({
  open,
  onOpenChange,
  onAnswer,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onAnswer: (start: 'keep' | 'empty') => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={login.startTitle}
      body={login.startText}
      confirmLabel={login.startKeep}
      onConfirm={() => onAnswer('keep')}
      alternative={{ label: login.startEmpty, onConfirm: () => onAnswer('empty') }}
    />
  );
}
