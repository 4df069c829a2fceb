/** One key or a combination such as 'Ctrl K', drawn as keys. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex shrink-0 gap-0.5 whitespace-nowrap">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="inline-flex min-h-5 min-w-5 items-center justify-center rounded-small border border-line bg-sunken px-1 font-sans text-meta text-ink-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
