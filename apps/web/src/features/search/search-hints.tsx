import { messages } from '../../messages/messages.ts';
import { Kbd } from '../../ui/kbd.tsx';

const { search: strings } = messages;

const hints = [
  { keys: '↑ ↓', does: strings.hintMove },
  { keys: 'Enter', does: strings.hintSelect },
  { keys: 'Esc', does: strings.hintClose },
];

/** Which keys work in the search; on narrow windows, where there are rarely any, only the one that opens it. */
export function SearchHints() {
  return (
    <div className="mt-auto flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-meta text-ink-3">
      {hints.map(({ keys, does }) => (
        <span key={keys} className="hidden items-center gap-1.5 md:inline-flex">
          <Kbd keys={keys} />
          {does}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5 md:ml-auto">
        <kbd className="rounded-small border border-line bg-sunken px-1 font-sans text-ink-2">
          {strings.hint}
        </kbd>
        {strings.hintOpen}
      </span>
    </div>
  );
}
