import { useItem, useUpNext } from '../../replica/index.ts';
import { UpNextCard } from './up-next-card.tsx';

/** The item of the user's queue to start next (decision on the blanks of section 2). */
export function UpNext() {
  const item = useItem(useUpNext() ?? '');
  return item ? <UpNextCard item={item} /> : null;
}
