import { textLength, maxTitleChars } from '@foray/domain';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { toast, toastError } from '../../ui/layers/toast.ts';
import { meantTokens } from '@foray/typing';
import type { TypedReading, TypedToken } from '@foray/typing';
import { emptyDraft, itemOfDraft } from '../fields/item-draft.ts';
import type { ItemFormDraft, OfferedFields } from '../fields/item-draft.ts';
import type { PersistedDraft } from './persisted-draft.ts';
import { pastedLines } from './pasted-text.ts';
import { focusWhereLeft, storeDraft } from './store-draft.ts';
import { itemOfReading } from './typed-item.ts';

const { typing: strings } = lazyMessages;
const { quickAdd } = messages;

/** The largest number of lines added at once, and of lines listed by the question. */
const maxLines = 500;
const maxShownLines = 20;

/** The text of a field without its selection, which a paste replaces. */
function unselectedText({ value, selectionStart, selectionEnd }: HTMLInputElement): string {
  return value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0);
}

/** Pasted lines, and the title before, without the text that the paste replaced. */
interface Pasted {
  readonly lines: readonly string[];
  readonly before: string;
}

/**
 * Asks after a paste of several lines into `input` whether each line becomes an item of its own; the paste
 * itself puts them on one line. The other fields of the form apply to each item, and each line is parsed
 * like a title. Either all are stored or none.
 */
export function PastedLines({
  input,
  draft,
  offered,
  parentUuid,
  read,
  describe,
  kept,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly draft: ItemFormDraft;
  readonly offered: OfferedFields;
  readonly parentUuid: string | null;
  readonly read: (draft: ItemFormDraft) => TypedReading;
  readonly describe: (token: TypedToken, of: TypedReading) => string;
  readonly kept: PersistedDraft;
}) {
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const actions = useActions();

  useEffect(() => {
    const field = input.current;
    if (field === null) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const lines = pastedLines(event.clipboardData?.getData('text/plain') ?? '');
      if (lines.length < 2) return;
      if (lines.length > maxLines) toastError(strings.tooManyLines(maxLines));
      else setPasted({ lines, before: unselectedText(field) });
    };
    field.addEventListener('paste', onPaste);
    return () => field.removeEventListener('paste', onPaste);
  }, [input]);

  if (pasted === null) return null;
  const { lines, before } = pasted;
  const readings = lines.map((title) => read({ ...draft, title, asText: [] }));

  async function add(): Promise<void> {
    if (readings.some(({ title }) => textLength(title) > maxTitleChars)) {
      return toastError(strings.lineTooLong, quickAdd.tooLong);
    }
    const items = readings.map((reading) =>
      itemOfReading(itemOfDraft({ ...draft, title: reading.title }, offered, parentUuid), reading),
    );
    // Lists show the newest first: created from the last to the first, the items are in the order of the
    // lines.
    const [last, ...others] = items.toReversed();
    if (last === undefined) return;
    const rest = { ...emptyDraft(draft.type), title: before };
    const storing = actions.createItems([last, ...others]);
    kept.send();
    const done = await storeDraft(kept, storing, { rest });
    if (!done.ok) {
      return toastError(done.error.code === 'invalid' ? quickAdd.invalid : quickAdd.failed);
    }
    toast({ title: quickAdd.created, description: strings.linesAdded(items.length) });
    focusWhereLeft(input.current);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={() => setPasted(null)}
      title={strings.addLines(lines.length)}
      confirmLabel={strings.addLinesConfirm(lines.length)}
      onConfirm={() => void add()}
      body={strings.addLinesText}
    >
      <ul className="flex flex-col gap-2">
        {readings.slice(0, maxShownLines).map((reading, place) => (
          <li key={`${place}`}>
            <span dir="auto" className="line-clamp-2">
              {reading.title}
            </span>
            {reading.tokens.length > 0 && (
              <span className="block text-meta text-ink-3">
                {meantTokens(reading.tokens)
                  .map((token) => describe(token, reading))
                  .join(' · ')}
              </span>
            )}
          </li>
        ))}
        {lines.length > maxShownLines && (
          <li className="text-ink-3">{strings.moreLines(lines.length - maxShownLines)}</li>
        )}
      </ul>
    </ConfirmDialog>
  );
}
