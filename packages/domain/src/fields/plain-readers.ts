import {
  readChoice,
  readDay,
  readStoredDay,
  readTime,
  validateDescription,
  validateTitle,
} from '../values/field-readers.ts';
import { priorities, repeatOrigins } from '../values/item-values.ts';
import { readRepeat } from '../repeat/repeat-rule.ts';

/**
 * How each plain field is parsed: its value as it is stored, or why not. Separate from the table of these
 * fields, which the first load of the app needs.
 */
export const plainReaders = {
  title: validateTitle,
  description: validateDescription,
  due_date: readDay,
  due_time: readTime,
  repeat: readRepeat,
  repeat_from: readChoice(repeatOrigins),
  repeat_start: readStoredDay,
  occurrence_day: readStoredDay,
  end_date: readDay,
  priority: readChoice(priorities),
} as const;

/** As {@link plainReaders}, for an item that exists elsewhere, possibly since an earlier release. */
export const storedReaders: typeof plainReaders = {
  ...plainReaders,
  due_date: readStoredDay,
  end_date: readStoredDay,
};
