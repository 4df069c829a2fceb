import { lazy } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** Functions that let failed parts load again when they are next shown. */
const failed = new Set<() => void>();

/**
 * Like `lazy`, which keeps a failure as long as the page is open, but a part that could not be loaded is
 * loaded again when it is next shown. Use it inside a boundary that calls `forgetFailedParts`.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const once = () =>
    lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<object> };
      } catch (error) {
        failed.add(() => (Part = once()));
        throw error;
      }
    });
  let Part = once();
  return (props) => <Part {...props} />;
}

/**
 * Lets failed parts load again. The boundary calls it once its failure is on the page: before, React would
 * render the part again at once, and it would load as long as it fails.
 */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}
