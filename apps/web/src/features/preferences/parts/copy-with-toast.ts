import { copyText } from '../../../adapters/browser/clipboard.ts';
import { laterMessages } from '../../../messages/later-messages.ts';
import { toast, toastError } from '../../../ui/layers/toast.ts';

const { preferences } = laterMessages;

/** Copies a text to the clipboard and shows in a toast whether it worked; `copied` is its title. */
export async function copyWithToast(
  text: string,
  copied: string = preferences.attentionCopied,
): Promise<void> {
  if (await copyText(text)) toast({ title: copied });
  else toastError(preferences.notCopiedText, preferences.notCopied);
}
