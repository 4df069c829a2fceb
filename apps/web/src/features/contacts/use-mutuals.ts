import type { LocalContact } from '@foray/sync';
import { useEffect, useEffectEvent, useState } from 'react';
import { useActions, useInbox, useSync } from '../../replica/index.ts';

/**
 * All mutual contacts: at once those that the sync stored, then those that the server returns when the
 * screen opens online. Contacts that the sync stores after that are newer and replace them.
 */
export function useMutuals(): readonly LocalContact[] {
  const { contacts: stored } = useInbox();
  const { online } = useSync();
  const { listMutuals } = useActions();
  const [received, setReceived] = useState<{
    readonly contacts: readonly LocalContact[];
    readonly over: readonly LocalContact[];
  } | null>(null);
  const receive = useEffectEvent((contacts: readonly LocalContact[]) =>
    setReceived({ contacts, over: stored }),
  );
  const fetchOnline = useEffectEvent(async (signal: AbortSignal) =>
    online ? listMutuals(signal) : null,
  );
  useEffect(() => {
    const abort = new AbortController();
    void fetchOnline(abort.signal).then((answer) => {
      if (!abort.signal.aborted && answer?.ok) receive(answer.value);
    });
    return () => abort.abort();
  }, []);
  return received?.over === stored ? received.contacts : stored;
}
