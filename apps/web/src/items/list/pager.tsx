import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';

const { campaigns: strings } = lazyMessages;

/** 'Page N of M' between Previous and Next. `page` counts from 1. */
export function Pager({
  label,
  page,
  pages,
  onPage,
}: {
  readonly label: string;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}) {
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap items-center justify-center gap-3">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {strings.previous}
      </Button>
      <span aria-live="polite" className="text-ink-2">
        {strings.page(page, pages)}
      </span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {strings.next}
      </Button>
    </nav>
  );
}
