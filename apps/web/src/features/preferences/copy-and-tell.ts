import { copyText } from '../../adapters/clipboard.ts';
import { messages } from '../../messages/messages.ts';
import { toast } from '../../ui/toast.ts';

const { preferences } = messages;

/** Copies a text to the clipboard and tells in a message, by default `Copied`, whether it is there. */
export async function copyAndTell(
  text: string,
  copied: string = preferences.attentionCopied,
): Promise<void> {
  if (await copyText(text)) toast({ title: copied });
  else
    toast({
      tone: 'error',
      title: preferences.notCopied,
      description: preferences.notCopiedText,
    });
}
