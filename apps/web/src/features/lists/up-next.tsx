import { UpNextCard } from '../../items/up-next-card.tsx';
import { useItem, useUpNext } from '../../replica/index.ts';

/** What to start now from one's queue (decision on the blanks of section 2). */
export function UpNext() {
  const item = useItem(useUpNext() ?? '');
  if (!item) return null;
  return (
    <div className="mb-3">
      <UpNextCard item={item} />
    </div>
  );
}
