import { progressOf } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useProgress } from '../../replica/index.ts';
import { ProgressBar } from '../../ui/display/progress.tsx';

/**
 * The progress of a campaign or task in words, in the header of its list; renders nothing without children. The
 * ring of a campaign's page takes the place of the bar.
 */
export function ProgressBlock({
  uuid,
  hasRing = false,
}: {
  readonly uuid: string;
  readonly hasRing?: boolean | undefined;
}) {
  const { done, total } = useProgress(uuid);
  const progress = progressOf({ children_count: total, completed_count: done });
  if (progress === null) return null;
  return (
    <div
      role="group"
      aria-label={listMessages.progressLabel}
      className="flex flex-wrap items-center gap-x-3 gap-y-1"
    >
      <p>{lazyMessages.progressRemaining(progress.percent, progress.remaining)}</p>
      {!hasRing && (
        <ProgressBar
          label={listMessages.progressLabel}
          completed={progress.completed}
          total={progress.total}
          isBare
          className="max-w-48 min-w-16 flex-1"
        />
      )}
    </div>
  );
}
