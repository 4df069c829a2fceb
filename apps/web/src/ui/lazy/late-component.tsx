import type { ComponentType, ReactNode } from 'react';
import { useEffect } from 'react';
import { Observable } from '../../state/observable.ts';
import { useObservable } from '../../state/use-observable.ts';

/** A component whose code is fetched when it is first shown, or before by `preload`. */
export interface LateComponent<Props> {
  (props: Props): ReactNode;
  /** Resolves when the code is here. */
  readonly preload: () => Promise<void>;
}

/**
 * Splits off a part of a screen that its first moment does not show. Unlike `lazy` it is shown as soon as its
 * code is here, and at once if it was here before, since React delays the end of a Suspense fallback. Until
 * then `Fallback` is shown. `load` is called once and must not reject.
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: (props: Props) => ReactNode = () => null,
): LateComponent<Props> {
  const loaded = new Observable<{ readonly Component: ComponentType<Props> } | null>(null);
  let loading: Promise<void> | null = null;
  const preload = (): Promise<void> =>
    (loading ??= load().then((Component) => loaded.set({ Component })));
  function Late(props: Props): ReactNode {
    const here = useObservable(loaded);
    useEffect(() => void preload(), []);
    const Shown = here?.Component ?? Fallback;
    return <Shown {...props} />;
  }
  return Object.assign(Late, { preload });
}
