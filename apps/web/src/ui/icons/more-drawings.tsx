/** Our own small drawings, 120 by 96, for the other screens. */
export const moreDrawings = {
  /** An empty tray: nothing waits. */
  queue: (
    <>
      <path d="M24 54 34 30h52l10 24v20H24z" className="fill-surface stroke-line-strong" />
      <path
        d="M24 54h20c2 8 8 11 16 11s14-3 16-11h20"
        className="fill-accent-soft stroke-accent-ink"
      />
      <path d="M52 16h16M46 22h28" className="stroke-line-strong" />
    </>
  ),
  /** A path that has not been walked yet. */
  active: (
    <>
      <path
        d="M20 78c22 0 10-26 32-26s12-26 36-26"
        className="stroke-line-strong"
        strokeDasharray="1 6"
      />
      <circle cx="20" cy="78" r="5" className="fill-surface stroke-accent-ink" />
      <circle cx="92" cy="26" r="9" className="fill-accent-soft stroke-accent-ink" />
      <path d="M89 21.500v9l7-4.500z" className="fill-accent-ink stroke-accent-ink" />
    </>
  ),
  /** A laurel-like pair of checks: nothing finished yet. */
  completed: (
    <>
      <circle cx="60" cy="46" r="24" className="fill-surface stroke-line-strong" />
      <path d="M50 47l7 7 14-15" className="stroke-accent-ink" />
      <path d="M22 78h76M32 84h56" className="stroke-line-strong" />
      <path d="M60 12v4M88 24l-3 3M32 24l3 3" className="stroke-accent-ink" />
    </>
  ),
  /** A flag that is drawn on a summit: everything is done. */
  summit: (
    <>
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
    </>
  ),
  /** A magnifier over blank lines: nothing found. */
  search: (
    <>
      <path d="M22 26h46M22 40h28M22 54h32M22 68h24" className="stroke-line-strong" />
      <circle cx="76" cy="50" r="18" className="fill-accent-soft stroke-accent-ink" />
      <path d="M89 63l14 14" className="stroke-accent-ink" />
    </>
  ),
  /** A silent bell. */
  notifications: (
    <>
      <path
        d="M60 20c-13 0-20 9-20 21 0 17-7 21-7 26h54c0-5-7-9-7-26 0-12-7-21-20-21z"
        className="fill-surface stroke-line-strong"
      />
      <path d="M53 74a7 7 0 0 0 14 0" className="stroke-line-strong" />
      <path d="M80 16h12L80 28h12M98 32h7l-7 7h7" className="stroke-accent-ink" />
    </>
  ),
  /** Two people, one line between them. */
  people: (
    <>
      <circle cx="38" cy="36" r="10" className="fill-surface stroke-line-strong" />
      <path d="M20 72c2-12 9-18 18-18s16 6 18 18" className="fill-surface stroke-line-strong" />
      <circle cx="82" cy="36" r="10" className="fill-accent-soft stroke-accent-ink" />
      <path d="M64 72c2-12 9-18 18-18s16 6 18 18" className="fill-accent-soft stroke-accent-ink" />
      <path d="M52 36h16" className="stroke-accent-ink" strokeDasharray="1 5" />
    </>
  ),
  /** A phone and a laptop with the same line on both. */
  devices: (
    <>
      <path d="M16 24h66v42H16z" className="fill-surface stroke-line-strong" />
      <path d="M8 74h66" className="stroke-line-strong" />
      <path d="M80 40h26v42H80z" className="fill-surface stroke-line-strong" />
      <path d="M28 38l4 4 7-8M46 40h22M86 54l3 3 5-6M98 55h3" className="stroke-accent-ink" />
    </>
  ),
  /** A phone within a hand's reach, with our flag on its screen. */
  phone: (
    <>
      <path d="M42 8h36v80H42z" className="fill-surface stroke-line-strong" />
      <path d="M55 62V32" className="stroke-ink-3" />
      <path d="M55 33h14l-4 5 4 5H55" className="fill-accent-soft stroke-accent-ink" />
      <path d="M55 80h10" className="stroke-line-strong" />
      <path d="M30 36a24 24 0 0 0 0 24M90 36a24 24 0 0 1 0 24" className="stroke-accent-ink" />
    </>
  ),
  /** A code being typed. */
  code: (
    <>
      <path d="M18 36h84v28H18z" className="fill-surface stroke-line-strong" />
      <path d="M28 50h.1M42 50h.1M56 50h.1" className="stroke-accent-ink" strokeWidth="6" />
      <path d="M67 58h8M81 58h8" className="stroke-line-strong" />
    </>
  ),
  /** A phone that works while its cloud is unavailable. */
  offline: (
    <>
      <path d="M46 30h28v52H46z" className="fill-surface stroke-line-strong" />
      <path d="M53 50l5 5 9-10" className="stroke-accent-ink" />
      <path
        d="M44 22h-4a8 8 0 0 1 1-16 11 11 0 0 1 21-1 9 9 0 0 1 13 8 4.5 4.5 0 0 1-1 9h-4"
        className="stroke-line-strong"
        strokeDasharray="1 5"
      />
      <path d="M56 74h8" className="stroke-line-strong" />
    </>
  ),
};
