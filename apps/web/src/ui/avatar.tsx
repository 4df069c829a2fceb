/** The first letters of the first and the last word of a name, at most two. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  return [...new Set([0, words.length - 1])]
    .map((at) => [...(words[at] ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** A person as their initials; decorative, the name is beside it or names its control. */
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
      dir="auto"
      style={{ width: size, height: size, fontSize: size <= 24 ? '0.625rem' : '0.75rem' }}
      className="inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-strong leading-none text-accent-ink select-none"
    >
      {initials(name)}
    </span>
  );
}
