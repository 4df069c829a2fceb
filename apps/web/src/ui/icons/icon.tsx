/** A path on a 20 by 20 grid: one stroke with round ends, unless the fields say otherwise. */
export interface IconShape {
  readonly d: string;
  readonly fill?: 'currentColor';
  readonly strokeWidth?: number;
}

/**
 * A decorative icon, one of `firstIcons`, `listIcons` or `moreIcons`, in the text's colour; the text beside it, or its
 * control's label, has the meaning.
 */
export function Icon({
  icon,
  size = 20,
  className,
}: {
  readonly icon: IconShape;
  /** Width and height in px. */
  readonly size?: 12 | 14 | 16 | 20 | 24;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className ?? ''}`}
    >
      <path {...icon} />
    </svg>
  );
}
