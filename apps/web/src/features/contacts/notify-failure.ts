import { lazyMessages } from '../../messages/lazy-messages.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';

const { contact: strings } = lazyMessages;

/** Shows the reason why an action on a contact failed; null means that it was cancelled. */
export function notifyFailure(
  failure: { readonly code: string } | null,
  name: string,
  tooMany = strings.failed,
): void {
  if (failure === null) {
    toast({ title: strings.cancelled, description: strings.mayHaveHappened });
  } else if (failure.code === 'not_found') {
    toastError(strings.noContact(name));
  } else {
    toastError(failure.code === 'rate_limited' ? tooMany : strings.failed);
  }
}
