import { Observable, useObservable } from '../../state/observable.ts';

/** `turn` alternates, so that the same text announced twice is read twice. */
const announcement = new Observable({ text: '', turn: 0 });

/** Announces `text` to people who use a screen reader, when it is next idle; nothing is shown. */
export function announce(text: string): void {
  announcement.set({ text, turn: announcement.get().turn + 1 });
}

/** The live region that speaks the text of `announce`. The shell renders it exactly once. */
export function Announcer() {
  const { text, turn } = useObservable(announcement);
  return (
    <div role="status" dir="auto" aria-live="polite" className="sr-only" data-announcer="">
      {text === '' ? null : <span key={turn}>{text}</span>}
    </div>
  );
}
