import type { SessionInfo } from '@foray/contract';
import { ok } from '@foray/domain';
import { useCallback, useMemo, useRef, useState } from 'react';
import { browserClock } from '../../../adapters/browser/browser-ports.ts';
import { useListFocus } from '../../../items/actions/list-focus.ts';
import { MomentAgo } from '../../../items/fields/moment-ago.tsx';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../../replica/index.ts';
import { announce } from '../../../ui/display/announcer.tsx';
import { Badge } from '../../../ui/controls/badge.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { firstIcons } from '../../../ui/icons/first-icons.ts';
import { firstPress } from '../../../ui/interaction/first-press.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { moreIcons } from '../../../ui/icons/more-icons.ts';
import { NotKnown, useServerOnly } from '../../../ui/display/server-only.tsx';
import { toast, toastError } from '../../../ui/layers/toast.ts';
import { EndAllDialog } from './end-all-dialog.tsx';

const { devices: strings } = lazyMessages;

interface Devices {
  readonly sessions: readonly SessionInfo[];
  readonly isOperator: boolean;
  /** The time at which the sessions were read. */
  readonly nowMs: number;
}

const none: Devices = { sessions: [], isOperator: false, nowMs: 0 };

function nameOf({ device }: SessionInfo): string {
  return device === '' ? strings.unnamed : device;
}

function DeviceRow({
  session,
  nowMs,
  isOnline,
  onEnd,
}: {
  readonly session: SessionInfo;
  readonly nowMs: number;
  readonly isOnline: boolean;
  readonly onEnd: () => void;
}) {
  const name = nameOf(session);
  return (
    <li data-uuid={session.id} className="flex items-center gap-3 py-2.5">
      <Icon icon={firstIcons.device} className="text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-strong break-words">
          <span>{name}</span>
          {session.current && <Badge tone="accent">{strings.thisOne}</Badge>}
        </p>
        <p className="text-meta text-ink-3">
          <MomentAgo at={session.last_seen_at} nowMs={nowMs} sentence={strings.seen} />
        </p>
      </div>
      {!session.current && (
        <Button
          data-control="end"
          disabled={!isOnline}
          aria-label={strings.endNamed(name)}
          onClick={firstPress(onEnd)}
        >
          {strings.end}
        </Button>
      )}
    </li>
  );
}

/**
 * Your devices: the sessions of the account, each of which can be ended (product.md, "Signing in"); below it, an
 * operator's way to the invitations.
 */
export function DevicesPanel() {
  const actions = useActions();
  const { online } = useSync();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { listSessions } = actions;
  const devices = useServerOnly(
    useCallback(
      async (signal: AbortSignal) => {
        const listed = await listSessions(signal);
        return listed.ok
          ? ok({
              sessions: listed.value.data,
              isOperator: listed.value.operator === true,
              nowMs: browserClock.nowMs(),
            })
          : listed;
      },
      [listSessions],
    ),
    online,
  );
  const { sessions, isOperator, nowMs } =
    devices.state.kind === 'known' ? devices.state.value : none;
  const ids = useMemo(() => sessions.map(({ id }) => String(id)), [sessions]);
  const listFocus = useListFocus(list, ids, heading);
  const ending = useWait('goOn');
  const [unsent, setUnsent] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setUnsent(await actions.unsentCount());
    setIsAsking(true);
  };

  async function end(session: SessionInfo): Promise<void> {
    const name = nameOf(session);
    const ended = await ending.wait((signal) => actions.endSession(session.id, signal));
    if (ended === null) {
      return toast({ title: strings.cancelled, description: strings.endCancelled(name) });
    }
    if (!ended.ok) return toastError(strings.failed);
    announce(strings.ended(name));
    await devices.reload();
  }

  return (
    <>
      <Panel title={strings.title} headingRef={heading} description={strings.text}>
        {devices.state.kind === 'known' && (
          <>
            <ul ref={list} className="-my-2.5 divide-y divide-line" {...listFocus}>
              {sessions.map((session) => (
                <DeviceRow
                  key={session.id}
                  session={session}
                  nowMs={nowMs}
                  isOnline={online}
                  onEnd={() => void end(session)}
                />
              ))}
            </ul>
            <Button
              className="mt-5"
              icon={moreIcons.signOut}
              disabled={!online}
              onClick={() => void ask()}
            >
              {strings.endAll}
            </Button>
            {!online && <p className="mt-4 text-ink-2">{strings.needsConnection}</p>}
          </>
        )}
        <NotKnown of={devices} isOnline={online} heading={heading} strings={strings} rows={2} />
        <LongWait {...ending} />
        <EndAllDialog open={isAsking} unsent={unsent} onClose={() => setIsAsking(false)} />
      </Panel>
      {isOperator && (
        <Panel title={strings.invitations} description={strings.invitationsText}>
          <ButtonLink href="/invitations" icon={moreIcons.people}>
            {strings.invite}
          </ButtonLink>
        </Panel>
      )}
    </>
  );
}
