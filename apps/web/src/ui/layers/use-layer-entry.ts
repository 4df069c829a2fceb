import { useEffect, useLayoutEffect, useRef } from 'react';
import { addLayer } from '../../state/open-layers.ts';

/** Lets Back close a layer while it is open; the browser's history has an entry for it meanwhile. */
export function useLayerEntry(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => (isOpen ? addLayer(() => latest.current()) : undefined), [isOpen]);
}
