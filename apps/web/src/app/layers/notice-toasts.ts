import { openSheet } from '../../adapters/browser/sheet-entry.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { messages } from '../../messages/messages.ts';
import type { ClientNotice, RefusedChange } from '../../replica/index.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';

const { quickAdd } = messages;
const { itemToasts } = listMessages;
const { notices, preferences, trash } = lazyMessages;

/** The text for a change that the server refused. */
function refusalOf({ change, type, status }: RefusedChange): string {
  switch (change) {
    case 'create':
      return status === 422 ? quickAdd.invalid : quickAdd.failed;
    case 'patch':
    case 'label':
    case 'position':
    case 'occurrence':
      return itemToasts.updateFailed[type];
    case 'assign':
    case 'remove':
      return itemToasts.assignFailed[type];
    case 'delete':
      return itemToasts.deleteFailed[type];
    case 'restore':
      return trash.failed;
  }
}

/** Shows an event in a toast. */
export function showInToast(
  notice: Exclude<ClientNotice, { readonly kind: 'accountLeft' | 'signedIn' }>,
  {
    navigate,
    openConflicts,
  }: { readonly navigate: (path: string) => void; readonly openConflicts: () => void },
): void {
  switch (notice.kind) {
    case 'signedOut':
      return toast({
        title: notices.signedOut,
        description: notices.signedOutWaiting(notice.waiting),
      });
    case 'accountGone':
      return toast({
        title: notices.accountGone,
        description: notices.accountGoneText(notice.waiting),
      });
    case 'signOutUnsaved':
      return toastError(notices.signOutUnsavedHint, notices.signOutUnsaved);
    case 'syncComplete':
      return toast({
        title: preferences.syncComplete,
        description: preferences.syncCompleteText,
      });
    case 'syncFailed':
      return toastError(preferences.syncFailedText, preferences.syncFailed);
    case 'blocked':
      return toast({
        tone: 'error',
        title: notice.refused ? messages.error : notices.blocked(notice.count),
        description: notice.refused ? refusalOf(notice.refused) : notices.blockedHint,
        action: {
          label: notices.blockedAction,
          altText: notices.blockedHint,
          onAction: () => navigate('/preferences'),
        },
      });
    case 'conflicts':
      return toast({
        tone: 'error',
        title: notices.conflicts(notice.count),
        action: {
          label: notices.blockedAction,
          altText: notices.conflictsHint,
          onAction: () => openConflicts(),
        },
      });
    case 'replaced': {
      const { uuid, fields, by } = notice;
      const name = by === null || by === 'you' ? by : by.name;
      return toast({
        title: notices.replaced(fields, name),
        action: {
          label: notices.replacedAction,
          altText: notices.replacedHint,
          onAction: () => openSheet(uuid, true),
        },
      });
    }
    case 'leftOut':
      return toast({
        title: notices.leftOut(notice.people.map((person) => person?.name ?? null)),
        description: notices.leftOutText,
        action: {
          label: notices.replacedAction,
          altText: notices.leftOutHint,
          onAction: () => openSheet(notice.uuid, true),
        },
      });
  }
}
