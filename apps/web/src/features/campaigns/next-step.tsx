import { upNext } from '@foray/domain';
import { UpNextCard } from '../../items/up-next-card.tsx';
import { useFamily } from '../../replica/index.ts';

/** What to start next in a campaign, by the same rule as in Queue. */
export function NextStep({ uuid }: { readonly uuid: string }) {
  const [, ...below] = useFamily(uuid);
  const next = upNext(below);
  return next && <UpNextCard item={next} hiddenParent={uuid} />;
}
