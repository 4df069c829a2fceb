import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconShape } from '../icons/icon.tsx';

const toneClasses = {
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
} as const;

/** A short state or count as text; `icon` gives it a shape besides its colour. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  readonly tone?: keyof typeof toneClasses | undefined;
  readonly icon?: IconShape | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-5 min-w-5 shrink-0 items-center justify-center gap-1 rounded-full px-1.5 text-meta font-strong',
        toneClasses[tone],
      )}
    >
      {icon && <Icon icon={icon} size={14} />}
      <span>{children}</span>
    </span>
  );
}
