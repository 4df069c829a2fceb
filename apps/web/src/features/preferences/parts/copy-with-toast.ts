import { copyText } from '../../../adapters/browser/clipboard.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { toast, toastError } from '../../../ui/layers/toast.ts';

const { preferences } = lazyMessages;

/** Copies a text to the clipboard and shows in a toast whether it worked; `copied` is its title. */
export async function copyWithToast(
  text: string,
  copied: string = preferences.attentionCopied,
): Promise<void> {
  if (await copyText(text)) toast({ title: copied });
  else toastError(preferences.notCopiedText, preferences.notCopied);
}
