/** The mark: a flag that is an F. Decorative; the name is beside it. */
export function Mark({ size = 20 }: { readonly size?: 20 | 24 | 40 }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 64 64" className="shrink-0">
      <rect width="64" height="64" rx="15" className="fill-accent" />
      <path d="M19 12v41" stroke="#fff" strokeWidth="7" strokeLinecap="round" />
      <path
        d="M19 12h31l-6.5 8 6.5 8H19z"
        fill="#fff"
        stroke="#fff"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        d="M19 37h15l-4 5 4 5H19z"
        fill="#aab8ff"
        stroke="#aab8ff"
        strokeWidth="3"
        strokeLinejoin="round"
      />
    </svg>
  );
}
