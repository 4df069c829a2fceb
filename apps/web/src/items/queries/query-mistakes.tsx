import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSearchReading } from '../../replica/hooks/use-search.ts';

const { mistakes } = lazyMessages.queries;
/** The others come once the first ones are corrected. */
const maxShown = 2;

/** The mistakes in the text of a search, each with the part that has it; nothing without a mistake. */
export function QueryMistakes({ text }: { readonly text: string }) {
  const { errors } = useSearchReading(text);
  return (
    <div role="alert" className="mt-1 flex flex-col gap-0.5 text-meta text-danger-ink empty:hidden">
      {errors.slice(0, maxShown).map(({ code, from, to }) => (
        <p key={`${code} ${from}`} dir="auto">
          {mistakes[code](text.slice(from, to))}
        </p>
      ))}
    </div>
  );
}
