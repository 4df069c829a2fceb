import { useEffect, useState } from 'react';
import { useHadItems } from '../../replica/index.ts';
import { mayBeLost, tutorial, useTutorial } from '../../settings/tutorial.ts';

/**
 * Whether the tutorial was completed or skipped; null until that is known. A browser that is killed may
 * lose its record of that, but no items (decision 0094): a person with items has completed it, unless they
 * reset it.
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
