import { useEffect, useState } from 'react';
import { useHadItems } from '../replica/index.ts';
import { mayBeLost, tutorial, useTutorial } from '../settings/tutorial.ts';

/**
 * Whether the tutorial was completed or skipped; null until that is known. A browser that is killed may
 * lose what it kept of that, and nothing of the items (decision 0094): who has some has been through it,
 * unless they asked for it again.
 */
export function useIsThroughTutorial(): boolean | null {
  const isThrough = useTutorial().hasCompletedOnboarding;
  const hadItems = useHadItems();
  const [isAsking, setIsAsking] = useState(mayBeLost);
  const isLost = isAsking && !isThrough && hadItems === true;
  useEffect(() => {
    if (isLost) tutorial.skip();
  }, [isLost]);
  if (isAsking && (isThrough || hadItems === false)) setIsAsking(false);
  if (isThrough) return true;
  return isAsking ? null : false;
}
