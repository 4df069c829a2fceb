import type { NewItem } from '@foray/sync';
import { useImperativeHandle, useLayoutEffect, useMemo } from 'react';
import type { Ref, RefObject } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { announce } from '../../ui/display/announcer.tsx';
import { keptWordsAt, placeOf } from '@foray/typing';
import { TypedChips } from '../../typing/typed-chips.tsx';
import { TypedHighlight } from '../../typing/typed-highlight.tsx';
import type { TypedToken } from '@foray/typing';
import { useRevert } from '../../typing/use-revert.ts';
import { useClient } from '../../replica/index.ts';
import { quickAddFields } from '../fields/item-draft.ts';
import type { ItemFormDraft, OfferedFields } from '../fields/item-draft.ts';
import type { PersistedDraft } from './persisted-draft.ts';
import { useToday } from '../fields/today.ts';
import { PastedLines } from './pasted-lines.tsx';
import { typedFields } from './typed-fields.ts';
import type { TypedFields } from './typed-fields.ts';
import { itemOfReading } from './typed-item.ts';
import { describeTokens } from './describe-tokens.ts';
import { useReader } from './use-reader.ts';

export { readLate } from './late-reading.ts';

const { typing: strings } = lazyMessages;

/** The methods of a title's parser for its form. */
export interface TypedTitleHandle {
  /** The item of the form with the values of the chips. */
  complete(item: NewItem): NewItem;
}

/**
 * Parses the title of a form's draft during typing: marks recognised words in `input`, and renders them as
 * chips. In quick-add a paste of several lines may become several items.
 */
export function TypedTitle({
  input,
  draft,
  offered = quickAddFields,
  parentUuid,
  hasChips = true,
  onChange,
  onFields,
  kept,
  ref,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly draft: ItemFormDraft;
  readonly offered?: OfferedFields | undefined;
  readonly parentUuid: string | null;
  /** Whether recognised words are shown as chips below the title; otherwise the fields of the form show them. */
  readonly hasChips?: boolean | undefined;
  readonly onChange: (part: Partial<ItemFormDraft>) => void;
  /** Receives the fields that the title fills in; null when they are no longer read. */
  readonly onFields: (fields: TypedFields | null) => void;
  /** In quick-add: the holder of the draft. */
  readonly kept?: PersistedDraft | undefined;
  readonly ref?: Ref<TypedTitleHandle> | undefined;
}) {
  const read = useReader(offered, parentUuid);
  const reading = useMemo(() => read(draft), [read, draft]);
  const client = useClient();
  const describe = describeTokens(client, draft.type, parentUuid, useToday());
  const { title, asText = [] } = draft;

  // Before the first paint, so that a chip and its field appear together.
  useLayoutEffect(() => {
    onFields(typedFields(draft, reading, read));
    return () => onFields(null);
  }, [draft, reading, read, onFields]);
  useImperativeHandle(ref, () => ({ complete: (item) => itemOfReading(item, reading) }));

  const keepAsText = (token: TypedToken) => {
    onChange({ asText: [...asText, keptWordsAt(title, token)] });
    announce(strings.keptAsText(token.text));
    input.current?.focus();
  };
  useRevert(input, reading.tokens, keepAsText);

  const still = asText.filter((words) => placeOf(title, words) !== null);
  const isGone = still.length < asText.length;
  // Words that were deleted and are typed again are recognised again, even with the very next key.
  useLayoutEffect(() => {
    if (isGone) onChange({ asText: still });
  });

  return (
    <>
      <TypedHighlight input={input} text={title} spans={reading.tokens} />
      {reading.tokens.length > 0 && (
        <div className={kept && 'px-3.5 pb-2'}>
          <TypedChips
            tokens={reading.tokens}
            describe={(token) => describe(token, reading)}
            isHidden={!hasChips}
            onKeepAsText={keepAsText}
          />
        </div>
      )}
      {kept && (
        <PastedLines
          input={input}
          draft={draft}
          offered={offered}
          parentUuid={parentUuid}
          read={read}
          describe={describe}
          kept={kept}
        />
      )}
    </>
  );
}
