import { messages } from '../../messages/messages.ts';
import { classNames } from '../styles/class-names.ts';

/** '201/255', above `showAbove` characters and in red over `max`; otherwise renders nothing. */
export function CharacterCount({
  length,
  showAbove,
  max,
}: {
  /** The length of the text, in the unit of the limit. */
  readonly length: number;
  readonly showAbove: number;
  readonly max: number;
}) {
  if (length <= showAbove) return null;
  const over = length > max;
  return (
    <p
      data-over={over || undefined}
      className={classNames(
        'ms-auto shrink-0 text-meta',
        over ? 'font-strong text-danger-ink' : 'text-ink-3',
      )}
    >
      <span aria-hidden="true">{messages.counter(length, max)}</span>
      <span className="sr-only">{messages.counterSpoken(length, max)}</span>
    </p>
  );
}
