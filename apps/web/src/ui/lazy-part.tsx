import { lazy } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** How the parts that could not be loaded are loaded again, once they are shown again. */
const failed = new Set<() => void>();

/**
 * Like `lazy`, which keeps a failure for as long as the page is open: a part that could not be loaded is
 * loaded again the next time that it is shown. Stands inside a boundary that calls `forgetFailedParts`.
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
 * For the boundary that shows a failure in place of a part, once it is on the page: before, React would render
 * the part again at once, and it would load for as long as it fails.
 */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}
