import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** The value of an observable; renders again when it is replaced. */
export function useObservable<T>({ subscribe, get }: Pick<Observable<T>, 'subscribe' | 'get'>): T {
  return useSyncExternalStore(subscribe, get);
}
