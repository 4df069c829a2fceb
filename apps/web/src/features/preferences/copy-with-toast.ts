import { copyText } from '../../adapters/clipboard.ts';
import { preferencesMessages } from '../../messages/preferences-messages.ts';
import { toast, toastError } from '../../ui/toast.ts';

const { preferences } = preferencesMessages;

/** Copies a text to the clipboard and shows in a toast whether it worked; `copied` is its title. */
export async function copyWithToast(
  text: string,
  copied: string = preferences.attentionCopied,
): Promise<void> {
  if (await copyText(text)) toast({ title: copied });
  else toastError(preferences.notCopiedText, preferences.notCopied);
}
