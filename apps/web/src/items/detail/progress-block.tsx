import { progressOf } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useProgress } from '../../replica/index.ts';
import { ProgressBar } from '../../ui/display/progress.tsx';

/** The progress of a campaign or task; renders nothing without children. */
export function ProgressBlock({ uuid }: { readonly uuid: string }) {
  const { done, total } = useProgress(uuid);
  const progress = progressOf({ children_count: total, completed_count: done });
  if (progress === null) return null;
  return (
    <section
      aria-label={listMessages.progressLabel}
      className="flex flex-col gap-1.5 lg:gap-2 lg:rounded-large lg:border lg:border-line lg:bg-surface lg:p-4 lg:shadow-card"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-strong">{listMessages.progressLabel}</h2>
        <p className="text-meta text-ink-3">
          {lazyMessages.progressRemaining(progress.percent, progress.remaining)}
        </p>
      </div>
      <ProgressBar
        label={listMessages.progressLabel}
        completed={progress.completed}
        total={progress.total}
      />
    </section>
  );
}
