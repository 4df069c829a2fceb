import type { LocalContact } from '@foray/sync';
import { useEffect, useEffectEvent, useState } from 'react';
import { useActions, useInbox, useSync } from '../../replica/index.ts';

/**
 * Everybody who is mutual: at once those that the sync stored, then those that the server tells when
 * the screen opens online. What the sync stores after that answer is newer and takes its place.
 */
export function useMutuals(): readonly LocalContact[] {
  const { contacts: stored } = useInbox();
  const { online } = useSync();
  const { listMutuals } = useActions();
  const [told, setTold] = useState<{
    readonly contacts: readonly LocalContact[];
    readonly over: readonly LocalContact[];
  } | null>(null);
  const take = useEffectEvent((contacts: readonly LocalContact[]) =>
    setTold({ contacts, over: stored }),
  );
  const askOnline = useEffectEvent(async (signal: AbortSignal) =>
    online ? listMutuals(signal) : null,
  );
  useEffect(() => {
    const abort = new AbortController();
    void askOnline(abort.signal).then((answer) => {
      if (!abort.signal.aborted && answer?.ok) take(answer.value);
    });
    return () => abort.abort();
  }, []);
  return told?.over === stored ? told.contacts : stored;
}
