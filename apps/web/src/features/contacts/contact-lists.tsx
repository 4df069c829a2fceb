import type { BlockedPerson } from '@foray/contract';
import type { LocalContact } from '@foray/sync';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../replica/index.ts';
import type { ClientActions } from '../../replica/index.ts';
import { announce } from '../../ui/display/announcer.tsx';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { LongWait, useWait } from '../../ui/display/long-wait.tsx';
import { useServerOnly } from '../../ui/display/server-only.tsx';
import { BlockedPeoplePanel } from './blocked-people-panel.tsx';
import type { ContactAct } from './contact-menu.tsx';
import { MutualsPanel } from './mutuals-panel.tsx';
import { notifyFailure } from './notify-failure.ts';
import { ReportDialog } from './report-dialog.tsx';
import { useMutuals } from './use-mutuals.ts';

const { contact: strings, blockedList } = lazyMessages;

/** A contact or a former contact. */
type Named = Pick<LocalContact, 'id' | 'name'>;

/** The mutual contacts and the blocked people, with their actions. */
export function ContactLists() {
  const actions = useActions();
  const { contacts, hide, undoHide } = useMutuals();
  const { online } = useSync();
  // Only the server knows the blocked people (decision 0041).
  const blocked = useServerOnly(actions.listBlocked, online);
  const acting = useWait('goOn');
  // The question keeps naming the person while it closes.
  const [asked, setAsked] = useState<{
    readonly person: Named;
    readonly act: ContactAct;
    readonly isBlocked: boolean;
    readonly isOpen: boolean;
  } | null>(null);
  const ask = (about: Named, what: ContactAct, isBlocked: boolean) =>
    setAsked({ person: about, act: what, isBlocked, isOpen: true });
  const close = () => setAsked((now) => now && { ...now, isOpen: false });

  /** Performs the confirmed action; true once the server has done it. */
  async function run(
    call: (signal: AbortSignal) => ReturnType<ClientActions['removeContact']>,
    name: string,
    done: string,
  ): Promise<boolean> {
    const answer = await acting.wait(call);
    if (answer?.ok) announce(done);
    else notifyFailure(answer?.error ?? null, name);
    return answer?.ok === true;
  }

  async function remove({ id, name }: Named): Promise<void> {
    const call = (signal: AbortSignal) => actions.removeContact(id, signal);
    if (await run(call, name, strings.removed(name))) hide(id);
  }

  async function block({ id, name }: Named, leave: boolean): Promise<void> {
    const call = (signal: AbortSignal) => actions.blockContact(id, { leave }, signal);
    const done = leave ? strings.blockedAndLeft(name) : strings.blocked(name);
    if (await run(call, name, done)) await hasBlocked(id);
  }

  async function hasBlocked(id: number): Promise<void> {
    hide(id);
    await blocked.reload();
  }

  async function unblock({ id, name }: BlockedPerson): Promise<void> {
    const call = (signal: AbortSignal) => actions.unblockContact(id, signal);
    if (!(await run(call, name, blockedList.unblocked(name)))) return;
    undoHide(id);
    await blocked.reload();
  }

  const { person, act, isOpen } = asked ?? { person: null, act: null, isOpen: false };
  const name = person?.name ?? '';
  return (
    <div className="flex flex-col gap-4">
      <MutualsPanel contacts={contacts} onAct={(about, what) => ask(about, what, false)} />
      <LongWait {...acting} />
      <BlockedPeoplePanel
        blocked={blocked}
        onUnblock={(about) => void unblock(about)}
        onReport={(about) => ask(about, 'report', true)}
      />
      <ConfirmDialog
        open={isOpen && act === 'remove'}
        onOpenChange={close}
        title={strings.removeTitle(name)}
        body={<Body text={strings.removeText(name)} name={name} />}
        confirmLabel={strings.removeConfirm}
        onConfirm={() => person && void remove(person)}
        destructive
      />
      <ConfirmDialog
        open={isOpen && act === 'block'}
        onOpenChange={close}
        title={strings.blockTitle(name)}
        body={<Body text={strings.blockText(name)} name={name} more={strings.leaveText(name)} />}
        confirmLabel={strings.block}
        onConfirm={() => person && void block(person, false)}
        alternative={{
          label: strings.blockAndLeave,
          onConfirm: () => person && void block(person, true),
        }}
        destructive
      />
      {person && isOpen && act === 'report' && (
        <ReportDialog
          person={person}
          isBlocked={asked?.isBlocked === true}
          onClose={close}
          onBlocked={() => void hasBlocked(person.id)}
        />
      )}
    </div>
  );
}

function Body({
  text,
  name,
  more,
}: {
  readonly text: string;
  readonly name: string;
  readonly more?: string;
}) {
  return (
    <>
      <p>{text}</p>
      <p className="mt-2">{strings.stays(name)}</p>
      {more !== undefined && <p className="mt-2">{more}</p>}
    </>
  );
}
