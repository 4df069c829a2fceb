import type { ComponentType, ReactNode } from 'react';
import { createElement, use, useEffect } from 'react';
import type { LazyCode } from '../../state/lazy-code.ts';
import { lazyCode } from '../../state/lazy-code.ts';
import { useObservable } from '../../state/observable.ts';

/** Functions that let failed components load again when they are next shown. */
const failed = new Set<() => void>();

/** A component whose code is fetched when it is first shown, or earlier by `preload`. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Resolves when the code has loaded; rejects if it cannot be fetched. */
  readonly preload: () => Promise<unknown>;
}

/**
 * Splits off the component that `pick` finds in `code`; an `import()` is enough. It is shown at once if its
 * code has loaded. Patient code shows `Fallback` meanwhile. For any other code the boundary around it
 * handles waiting and failing, and it is fetched again when it is next shown after
 * `forgetFailedComponents`.
 */
export function lazyComponent<Code, Props extends object>(
  code: LazyCode<Code> | (() => Promise<Code>),
  pick: (code: Code) => ComponentType<Props>,
  Fallback: (props: Props) => ReactNode = () => null,
): LazyComponent<Props> {
  const { load, loaded, isPatient } = typeof code === 'function' ? lazyCode(code) : code;
  let shown: Promise<Code> | null = null;
  /** The same promise for each rendering, because React keeps its outcome. */
  const awaitShown = (): Promise<Code> =>
    (shown ??= load().catch((error: unknown) => {
      failed.add(() => (shown = null));
      throw error;
    }));
  function Lazy(props: Props): ReactNode {
    const here = useObservable(loaded);
    useEffect(() => {
      if (isPatient) void load();
    }, []);
    // React delays the end of a Suspense fallback, so patient code does not suspend.
    if (here === null && isPatient) return <Fallback {...props} />;
    // A component that suspended must ask for the same promise again, even if its code has loaded by then.
    const loadedCode = here !== null && shown === null ? here : use(awaitShown());
    return createElement(pick(loadedCode), props);
  }
  return Object.assign(Lazy, { preload: load });
}

/**
 * Makes failed components load again. The boundary calls it once its error is on the page: earlier, React
 * would render the component again at once, and load it for as long as it fails.
 */
export function forgetFailedComponents(): void {
  for (const forget of failed) forget();
  failed.clear();
}
