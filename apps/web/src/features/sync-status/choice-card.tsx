import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/styles/class-names.ts';

/** One way to resolve a conflict, as a native radio button in a card that shows what it keeps. */
export function ChoiceCard({
  group,
  label,
  isChosen,
  onChoose,
  wide = false,
  children,
}: {
  /** The name that the radio buttons of one conflict share. */
  readonly group: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** Takes the full width below the others. */
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <label
      className={classNames(
        'flex min-w-0 cursor-pointer flex-col gap-2.5 rounded-medium border p-3 transition-colors duration-100',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
        wide && 'md:col-span-2',
        isChosen
          ? 'border-accent-ink inset-ring inset-ring-accent-ink'
          : 'border-line-strong hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-2">
        <input
          type="radio"
          name={group}
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-text`}
          className="size-4 shrink-0 accent-accent outline-none"
        />
        <span
          id={`${id}-label`}
          className={classNames('font-strong', isChosen && 'text-accent-ink')}
        >
          {label}
        </span>
      </span>
      <div id={`${id}-text`} className="flex flex-col gap-2 text-ink-2">
        {children}
      </div>
    </label>
  );
}
