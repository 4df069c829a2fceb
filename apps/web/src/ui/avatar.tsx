/** The first letters of the first and the last word of a name, at most two. */
function initials(name: string): string {
  const strings = name.trim().split(/\s+/u).filter(Boolean);
  const letters = [strings[0], strings.length > 1 ? strings[strings.length - 1] : undefined];
  return letters
    .map((word) => (word === undefined ? '' : ([...word][0] ?? '')))
    .join('')
    .toLocaleUpperCase();
}

/** A person as their initials; decorative, the name stands beside it or names its control. */
export function Avatar({
  name,
  size = 32,
}: {
  readonly name: string;
  readonly size?: 20 | 24 | 32 | 40;
}) {
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size <= 24 ? '0.625rem' : '0.75rem' }}
      className="inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-strong leading-none text-accent-ink select-none"
    >
      {initials(name)}
    </span>
  );
}
