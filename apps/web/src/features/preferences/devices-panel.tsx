import type { SessionInfo } from '@foray/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { browserClock } from '../../adapters/browser-ports.ts';
import { useListFocus } from '../../items/list-focus.ts';
import { formatAgo } from '../../messages/ago.ts';
import { moreMessages } from '../../messages/more-messages.ts';
import { laterMessages } from '../../messages/later-messages.ts';
import { useActions, useSync } from '../../replica/index.ts';
import { announce } from '../../ui/announcer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { firstIcons } from '../../ui/first-icons.ts';
import { firstPress } from '../../ui/first-press.ts';
import { Icon } from '../../ui/icon.tsx';
import { LongWait, useWait } from '../../ui/long-wait.tsx';
import { moreIcons } from '../../ui/more-icons.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { toast, toastError } from '../../ui/toast.ts';
import { EndAllDialog } from './end-all-dialog.tsx';

const { devices: strings } = laterMessages;

type Devices =
  | { readonly kind: 'loading' | 'unavailable' }
  | { readonly kind: 'known'; readonly sessions: readonly SessionInfo[]; readonly nowMs: number };

function nameOf({ device }: SessionInfo): string {
  return device === '' ? strings.unnamed : device;
}

function DeviceRow({
  session,
  nowMs,
  onEnd,
}: {
  readonly session: SessionInfo;
  readonly nowMs: number;
  readonly onEnd: () => void;
}) {
  const name = nameOf(session);
  return (
    <li data-uuid={session.id} className="flex items-center gap-3 py-2.5">
      <Icon icon={firstIcons.device} className="text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-strong break-words">
          {name}
          {session.current && <Badge tone="accent">{strings.thisOne}</Badge>}
        </p>
        <p className="text-meta text-ink-3">
          {strings.seen(formatAgo(session.last_seen_at, nowMs))}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          data-control="end"
          aria-label={strings.endNamed(name)}
          onClick={firstPress(onEnd)}
        >
          {strings.end}
        </Button>
      )}
    </li>
  );
}

/** Your devices: the sessions of the account, each of which can be ended (product.md, "Signing in"). */
export function DevicesPanel() {
  const actions = useActions();
  const { online } = useSync();
  const [devices, setDevices] = useState<Devices>({ kind: 'loading' });
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const ids = useMemo(
    () => (devices.kind === 'known' ? devices.sessions.map(({ id }) => String(id)) : []),
    [devices],
  );
  const listFocus = useListFocus(list, ids, heading);
  const reading = useWait('giveUp');
  const { wait, giveUp } = reading;
  const ending = useWait('goOn');
  const [unsent, setUnsent] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setUnsent(await actions.unsentCount());
    setIsAsking(true);
  };

  const read = useCallback(async (): Promise<Devices> => {
    const known = await wait((signal) => actions.listSessions(signal));
    if (!known?.ok) return { kind: 'unavailable' };
    return { kind: 'known', sessions: known.value, nowMs: browserClock.nowMs() };
  }, [actions, wait]);
  useEffect(() => {
    let isCurrent = true;
    void read().then((now) => {
      if (isCurrent) setDevices(now);
    });
    return () => {
      isCurrent = false;
      giveUp();
    };
  }, [read, giveUp, online]);

  async function reload(): Promise<void> {
    setDevices(await read());
  }

  async function end(session: SessionInfo): Promise<void> {
    const name = nameOf(session);
    const ended = await ending.wait((signal) => actions.endSession(session.id, signal));
    if (ended === null) {
      return toast({ title: strings.cancelled, description: strings.endCancelled(name) });
    }
    if (!ended.ok) return toastError(strings.failed);
    announce(strings.ended(name));
    await reload();
  }

  return (
    <Panel title={strings.title} headingRef={heading} description={strings.text}>
      {devices.kind === 'loading' && <SkeletonList label={strings.loading} rows={2} />}
      {devices.kind === 'unavailable' && !online && (
        <p className="text-ink-2">{strings.unavailable}</p>
      )}
      {devices.kind === 'unavailable' && online && (
        <div className="flex flex-col items-start gap-3">
          <p role="alert" className="text-ink-2">
            {strings.notLoaded}
          </p>
          <Button
            size="small"
            icon={firstIcons.sync}
            busy={reading.isWaiting}
            onClick={() => void reload()}
          >
            {moreMessages.retry}
          </Button>
        </div>
      )}
      {devices.kind === 'known' && (
        <>
          <ul ref={list} className="-my-2.5 divide-y divide-line" {...listFocus}>
            {devices.sessions.map((session) => (
              <DeviceRow
                key={session.id}
                session={session}
                nowMs={devices.nowMs}
                onEnd={() => void end(session)}
              />
            ))}
          </ul>
          <Button className="mt-5" icon={moreIcons.signOut} onClick={() => void ask()}>
            {strings.endAll}
          </Button>
        </>
      )}
      <LongWait {...reading} />
      <LongWait {...ending} />
      <EndAllDialog open={isAsking} unsent={unsent} onClose={() => setIsAsking(false)} />
    </Panel>
  );
}
