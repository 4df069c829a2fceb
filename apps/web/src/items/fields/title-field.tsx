import { counterAboveChars, maxTitleChars } from '@foray/domain';
import type { Ref } from 'react';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { TextField } from '../../ui/controls/field.tsx';
import { titleLine, titleState } from './item-draft.ts';

const { quickAdd } = messages;
const { fields } = listMessages;
const { createDialog } = lazyMessages;

/**
 * The title of an item in a dialog, with the title rule of section 5: a counter above 200 characters, red
 * over 255, and an error text. An empty title is an error only with `isTried`.
 */
export function TitleField({
  value,
  onChange,
  isTried,
  placeholder,
  inputRef,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isTried: boolean;
  readonly placeholder?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}) {
  const state = titleState(value);
  const isMissing = isTried && state === 'empty';
  return (
    <TextField
      ref={inputRef}
      label={fields.title}
      data-autofocus=""
      required
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      error={
        isMissing ? createDialog.titleRequired : state === 'tooLong' ? quickAdd.tooLongInline : null
      }
      counter={{ showAbove: counterAboveChars, max: maxTitleChars }}
      onChange={(event) => onChange(titleLine(event.target.value))}
    />
  );
}
