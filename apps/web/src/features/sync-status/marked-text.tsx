import type { Stretch } from './text-difference.ts';

/** A text in which the words that only this version has are marked, by colour and an underline. */
export function MarkedText({ stretches }: { readonly stretches: readonly Stretch[] }) {
  let from = 0;
  return stretches.map(({ kind, text }) => {
    const key = `${kind}${from}`;
    from += text.length + 1;
    if (kind === 'gap') return <span key={key}> … </span>;
    if (kind === 'same') return <span key={key}>{text}</span>;
    return (
      <mark
        key={key}
        className="rounded-small bg-warning-soft text-warning-ink underline decoration-1 underline-offset-2"
      >
        {text}
      </mark>
    );
  });
}
