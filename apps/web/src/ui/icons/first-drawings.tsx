/** Our own small drawings, 120 by 96, for Home and a missing screen. */
export const firstDrawings = {
  /** A flag on a hill: nothing begun yet. */
  start: (
    <>
      <path d="M8 78c16-4 26-22 44-22s28 18 60 20" className="stroke-line-strong" />
      <path d="M52 56V20" className="stroke-ink-3" />
      <path d="M52 22h24l-6 7.5 6 7.5H52" className="fill-accent-soft stroke-accent-ink" />
      <path d="M22 84h12M42 80h6M84 84h14" className="stroke-line-strong" />
    </>
  ),
  /** A signpost without a board: no such page. */
  lost: (
    <>
      <path d="M60 24v56M44 82h32" className="stroke-line-strong" />
      <path d="M60 28h26l7 7-7 7H60" className="fill-accent-soft stroke-accent-ink" />
      <path d="M60 48H36l-7 6 7 6h24" className="fill-surface stroke-line-strong" />
    </>
  ),
  /** The three kinds of item, one inside the other. */
  nesting: (
    <>
      <path d="M18 18h84v64H18z" className="fill-surface stroke-line-strong" />
      <path d="M28 16v-6" className="stroke-campaign" />
      <path d="M28 30h64v40H28z" className="fill-canvas stroke-task" />
      <circle cx="40" cy="44" r="5" className="stroke-todo" />
      <path d="M52 44h30" className="stroke-line-strong" />
      <circle cx="40" cy="58" r="5" className="fill-todo stroke-todo" />
      <path d="M37.5 58l2 2 3.5-4" className="stroke-surface" />
      <path d="M52 58h22" className="stroke-line-strong" />
      <path d="M18 18h84" className="stroke-campaign" />
    </>
  ),
  /** A list with a check and a line being written. */
  list: (
    <>
      <path d="M28 14h64v68H28z" className="fill-surface stroke-line-strong" />
      <circle cx="42" cy="30" r="5" className="fill-accent-soft stroke-accent-ink" />
      <path d="M39.5 30l2 2 3.5-4" className="stroke-accent-ink" />
      <circle cx="42" cy="48" r="5" className="stroke-line-strong" />
      <circle cx="42" cy="66" r="5" className="stroke-line-strong" />
      <path d="M54 30h26M54 48h20M54 66h24" className="stroke-line-strong" />
    </>
  ),
};
