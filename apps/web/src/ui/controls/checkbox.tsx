import { classNames } from '../styles/class-names.ts';

/** A box to tick, beside its text. */
export function Checkbox({
  checked,
  className,
  children,
  onChange,
}: {
  readonly checked: boolean;
  readonly className?: string | undefined;
  readonly children: string;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <label
      className={classNames(
        className,
        'inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11',
      )}
    >
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
