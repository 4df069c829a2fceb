import type { LocalContact } from '@foray/sync';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useActions, useInbox, useSync } from '../../replica/index.ts';

/**
 * All mutual contacts: at once those that the sync stored, then those that the server returns when the
 * screen opens online. Contacts that the sync stores after that are newer and replace them.
 */
export function useMutuals(): {
  readonly contacts: readonly LocalContact[];
  /** Hides a former contact until the sync has stored that they are no longer a contact. */
  hide(id: number): void;
  /** Shows a person again who may be a contact again. */
  undoHide(id: number): void;
} {
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
  const [gone, setGone] = useState<readonly number[]>([]);
  // Once the sync has stored the removal, nothing has to be hidden: a person who returns with an import must
  // be visible.
  const waiting = gone.filter((id) => stored.some((contact) => contact.id === id));
  if (waiting.length < gone.length) setGone(waiting);
  const contacts = received?.over === stored ? received.contacts : stored;
  return {
    contacts: useMemo(() => contacts.filter(({ id }) => !gone.includes(id)), [contacts, gone]),
    hide(id) {
      setReceived(
        (now) => now && { ...now, contacts: now.contacts.filter((one) => one.id !== id) },
      );
      setGone((now) => [...now, id]);
    },
    undoHide(id) {
      setReceived(null);
      setGone((now) => now.filter((one) => one !== id));
    },
  };
}
