import { Drawing } from '../../ui/icons/drawing.tsx';

/** A flag that is drawn on a summit. */
export function SummitFlag() {
  return (
    <Drawing>
      <path d="M18 86 60 30l42 56z" className="fill-canvas stroke-line-strong" />
      <path d="M60 46V10" className="stroke-ink-3" strokeWidth="3" />
      <path
        d="M60 12h30l-7 8 7 8H60"
        pathLength={1}
        strokeDasharray="1"
        className="animate-draw fill-accent stroke-accent"
      />
      <path d="M22 34l4 4M30 22l2 6M16 48h6" className="stroke-campaign" />
      <path d="M100 42l6-2M96 54l6 2M104 62l4 4" className="stroke-todo" />
      <path d="M40 20l2 5M44 8l1 4M76 40l4 3" className="stroke-task" />
    </Drawing>
  );
}
