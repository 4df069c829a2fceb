import { create } from 'zustand';

/** `turn` alternates, so that the same text announced twice is read twice. */
const useAnnouncement = create(() => ({ text: '', turn: 0 }));

/** Announces `text` to people who use a screen reader, when it is next idle; nothing is shown. */
export function announce(text: string): void {
  useAnnouncement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** The live region that speaks what `announce` is given. The shell renders it exactly once. */
export function Announcer() {
  const { text, turn } = useAnnouncement();
  return (
    <div role="status" aria-live="polite" className="sr-only" data-announcer="">
      {text === '' ? null : <span key={turn}>{text}</span>}
    </div>
  );
}
