import { laterMessages } from '../../messages/later-messages.ts';
import { toast, toastError } from '../../ui/toast.ts';

const { contact: strings } = laterMessages;

/** Says why what was to be done about a contact is not done; null: it was given up. */
export function tellFailure(
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
