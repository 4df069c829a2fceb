import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons/icon.tsx';
import { LongWait } from '../../ui/display/long-wait.tsx';
import type { Wait } from '../../ui/display/long-wait.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';

/** The form of a step, which the tutorial's Next submits: its field, then the problem and the wait. */
export function StepForm({
  id,
  problem,
  waiting,
  onSubmit,
  children,
}: {
  readonly id: string;
  readonly problem: { readonly title: string; readonly text: string } | null;
  readonly waiting: Wait;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      noValidate
      className="flex flex-col gap-3"
    >
      {children}
      {problem && (
        <div
          role="alert"
          className="flex items-start gap-2 rounded-medium bg-danger-soft px-3 py-2 text-danger-ink"
        >
          <Icon icon={listIcons.warning} size={16} className="mt-0.5" />
          <div>
            <p className="font-strong">{problem.title}</p>
            <p>{problem.text}</p>
          </div>
        </div>
      )}
      <LongWait {...waiting} />
    </form>
  );
}
