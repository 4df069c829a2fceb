import { useSyncExternalStore } from 'react';

interface Announcement {
  readonly text: string;
  /** Alternates, so that the same words said twice are read twice. */
  readonly turn: number;
}

let current: Announcement = { text: '', turn: 0 };
const listeners = new Set<() => void>();

/** Says `text` to people who listen to the page, when they are next idle; nothing is shown. */
export function announce(text: string): void {
  current = { text, turn: current.turn + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live region that speaks what `announce` is given. The shell renders it exactly once. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(subscribe, () => current);
  return (
    <div role="status" aria-live="polite" className="sr-only" data-announcer="">
      {text === '' ? null : <span key={turn}>{text}</span>}
    </div>
  );
}
