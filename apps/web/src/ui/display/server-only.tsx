import type { Result } from '@foray/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject, ComponentProps } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { LongWait, useWait } from './long-wait.tsx';
import type { Wait } from './long-wait.tsx';
import { SkeletonList } from './skeleton.tsx';
import { Button } from '../controls/button.tsx';
import { firstIcons } from '../icons/first-icons.ts';
import { useFocusFallback } from '../interaction/focus-fallback.ts';

/** A value that only the server has, as far as it is known here. */
export interface ServerOnly<T> {
  readonly state:
    | { readonly kind: 'loading' | 'unavailable' }
    | { readonly kind: 'known'; readonly value: T };
  readonly reading: Wait;
  reload(): Promise<void>;
}

/**
 * Queries the server when the component mounts and when the network is back; `reload` queries again. If
 * several queries are in progress, only the last response counts. A known value stays while there is no
 * network.
 */
export function useServerOnly<T>(
  ask: (signal: AbortSignal) => Promise<Result<T, unknown>>,
  isOnline: boolean,
): ServerOnly<T> {
  const [state, setState] = useState<ServerOnly<T>['state']>({ kind: 'loading' });
  const reading = useWait('giveUp');
  const { wait, giveUp } = reading;
  const asked = useRef(0);
  const reload = useCallback(async () => {
    asked.current += 1;
    const turn = asked.current;
    const answer = await wait(ask);
    if (turn !== asked.current) return;
    setState(answer?.ok ? { kind: 'known', value: answer.value } : { kind: 'unavailable' });
  }, [ask, wait]);
  useEffect(() => {
    if (!isOnline) return undefined;
    void reload();
    return () => {
      asked.current += 1;
      giveUp();
      setState((now) => (now.kind === 'known' ? now : { kind: 'loading' }));
    };
  }, [reload, giveUp, isOnline]);
  return { state, reading, reload };
}

/** Replaces an unknown value: it is loading, needs a connection, or could not be loaded. */
export function NotKnown({
  of,
  isOnline,
  heading,
  strings,
  rows,
}: {
  readonly of: ServerOnly<unknown>;
  readonly isOnline: boolean;
  /** Gets the focus when a value that was queried again has arrived. */
  readonly heading: RefObject<HTMLElement | null>;
  readonly strings: Readonly<Record<'loading' | 'offline' | 'notLoaded', string>>;
  /** The number of placeholder rows while it is loading. */
  readonly rows: number;
}) {
  const { state, reading, reload } = of;
  if (state.kind === 'known') return <LongWait {...reading} />;
  if (!isOnline) return <p className="text-ink-2">{strings.offline}</p>;
  return (
    <>
      {state.kind === 'loading' ? (
        <SkeletonList label={strings.loading} rows={rows} />
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p role="alert" className="text-ink-2">
            {strings.notLoaded}
          </p>
          <ReadButton fallback={heading} busy={reading.isWaiting} onClick={() => void reload()}>
            {lazyMessages.retry}
          </ReadButton>
        </div>
      )}
      <LongWait {...reading} />
    </>
  );
}

/** Reads something from the server. When it is removed with the focus on it, `fallback` gets the focus. */
export function ReadButton({
  fallback,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'ref' | 'size' | 'icon'> & {
  readonly fallback: RefObject<HTMLElement | null>;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button, () => fallback.current);
  return <Button {...rest} ref={button} icon={firstIcons.sync} />;
}
