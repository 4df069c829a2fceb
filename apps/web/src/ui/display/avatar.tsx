/** The first letters of the first and the last word of a name, at most two. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  return [...new Set([0, words.length - 1])]
    .map((at) => [...(words[at] ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** A number of px that grows with the text size, so that the initials still fit. */
const grown = (px: number): string => `calc(var(--spacing) * ${px / 4})`;

/** A person as their initials; decorative: the name is beside it or labels its control. */
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
      style={{ width: grown(size), height: grown(size), fontSize: grown(size <= 24 ? 10 : 12) }}
      className="inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-strong leading-none text-accent-ink select-none"
    >
      {initials(name)}
    </span>
  );
}
