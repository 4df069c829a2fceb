import { textParts } from './text-links.ts';

/** A text as typed, in which web, mail and phone addresses are links. */
export function LinkedText({ text }: { readonly text: string }) {
  return textParts(text).map(({ text: shown, href }, place) =>
    href === null ? (
      // The parts have no identity other than their order.
      <span key={place}>{shown}</span>
    ) : (
      <a
        key={place}
        href={href}
        rel="noopener noreferrer"
        {...(/^http/iu.test(href) && { target: '_blank' })}
        className="text-accent-ink underline wrap-anywhere"
      >
        {shown}
      </a>
    ),
  );
}
