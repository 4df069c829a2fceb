import { useEffect, useState } from 'react';
import { useErased, useHadItems } from '../../replica/index.ts';
import { mayBeLost, tutorial, useTutorial } from '../../settings/tutorial.ts';

/**
 * Whether the tutorial was completed or skipped; null until that is known. The browser may lose its record
 * of that (decision 0094): a person with items, or whose data the browser has erased, has completed it,
 * unless they reset it.
 */
export function useIsThroughTutorial(): boolean | null {
  const isThrough = useTutorial().hasCompletedOnboarding;
  const hadItems = useHadItems();
  const [isAsking, setIsAsking] = useState(mayBeLost);
  const erased = useErased();
  const isLost = isAsking && !isThrough && (hadItems === true || !!erased);
  useEffect(() => {
    if (isLost) tutorial.skip();
  }, [isLost]);
  if (isAsking && (isThrough || (hadItems === false && erased === null))) setIsAsking(false);
  if (isThrough) return true;
  return isAsking ? null : false;
}
