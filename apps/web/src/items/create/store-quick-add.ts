import type { NewItem } from '@foray/sync';
import type { RefObject } from 'react';
import { messages } from '../../messages/messages.ts';
import type { Client, ClientActions } from '../../replica/index.ts';
import { toastError } from '../../ui/layers/toast.ts';
import { sayCreated } from '../actions/say-created.ts';
import type { PersistedDraft } from './persisted-draft.ts';
import { focusWhereLeft, storeDraft } from './store-draft.ts';

const { quickAdd: strings } = messages;

/** Waits until the item of quick-add is stored, and shows the outcome. */
export async function storeQuickAdd(
  client: Client,
  kept: PersistedDraft,
  item: NewItem,
  storing: ReturnType<ClientActions['createItem']>,
  field: RefObject<HTMLInputElement | null>,
): Promise<void> {
  const done = await storeDraft(kept, storing, { title: item.title.trim() });
  focusWhereLeft(field.current);
  if (done.ok) return sayCreated(client, done.value);
  unselectAll(field.current);
  toastError(done.error.code === 'invalid' ? strings.invalid : strings.failed);
}

/** Moves the cursor to the end of a fully selected text, so that no key replaces it. */
function unselectAll(field: HTMLInputElement | null): void {
  const end = field?.value.length ?? 0;
  if (field?.selectionEnd === end) field.setSelectionRange(end, end);
}
