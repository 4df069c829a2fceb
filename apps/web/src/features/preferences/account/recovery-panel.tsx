import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { saveFile } from '../../../adapters/browser/files.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../../replica/index.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { moreIcons } from '../../../ui/icons/more-icons.ts';
import { copyWithToast } from '../parts/copy-with-toast.ts';
import { FreshCodeField, useFreshCode } from './fresh-code.tsx';

const { recovery: strings, devices, login } = lazyMessages;

/** Makes recovery codes, and shows on request how many are left (decision 0128). */
export function RecoveryPanel({
  onOthersEnded,
}: {
  /** The other sessions of the account have ended. */
  readonly onOthersEnded: () => void;
}) {
  const [left, setLeft] = useState<number | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [hasEndedOthers, setHasEndedOthers] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Panel title={strings.title} headingRef={heading} description={strings.text}>
      {codes === null ? (
        <MakeCodes
          left={left}
          onCount={setLeft}
          onMade={(made, endedOthers) => {
            setCodes(made);
            setLeft(made.length);
            setHasEndedOthers(endedOthers);
            if (endedOthers) onOthersEnded();
          }}
        />
      ) : (
        <NewCodes
          codes={codes}
          hasEndedOthers={hasEndedOthers}
          onDone={() => {
            setCodes(null);
            heading.current?.focus();
          }}
        />
      )}
    </Panel>
  );
}

/** Makes codes after a proof from the phone: a recovery code cannot make new ones. */
function MakeCodes({
  left,
  onCount,
  onMade,
}: {
  readonly left: number | null;
  readonly onCount: (left: number) => void;
  readonly onMade: (codes: readonly string[], endedOthers: boolean) => void;
}) {
  const actions = useActions();
  const { online } = useSync();
  const counting = useWait('giveUp');
  const making = useWait('goOn');
  const fresh = useFreshCode('recovery_codes');
  const [endsOthers, setEndsOthers] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);

  async function count(): Promise<void> {
    setProblem(null);
    const counted = await counting.wait((signal) => actions.countRecoveryCodes(signal));
    if (counted === null) return;
    if (counted.ok) onCount(counted.value);
    else setProblem(strings.countFailed);
  }

  async function make(): Promise<void> {
    setProblem(null);
    const made = await making.wait((signal) =>
      fresh.run(async (proof) => {
        const how = { code: proof?.code, end_other_sessions: endsOthers };
        const answer = await actions.makeRecoveryCodes(how, signal);
        if (!answer.ok) return answer;
        onMade(answer.value, endsOthers);
        return { ok: true, value: undefined };
      }, signal),
    );
    if (made?.ok === true) return;
    const failure = made?.error.code ?? 'no_answer';
    // The typed code may be used up.
    if (failure === 'no_answer') fresh.reset();
    setProblem(problemOf(failure));
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!making.isWaiting) void make();
  };

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      <p role="status" className="font-strong empty:hidden">
        {left !== null && strings.left(left)}
      </p>
      <p className="text-ink-3">{strings.replaces}</p>
      <Checkbox className="self-start" checked={endsOthers} onChange={setEndsOthers}>
        {devices.endOthers}
      </Checkbox>
      <FreshCodeField fresh={fresh} />
      {problem !== null && (
        <p role="alert" className="text-danger-ink">
          {problem}
        </p>
      )}
      {!online && <p className="text-ink-2">{strings.offline}</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!online} busy={making.isWaiting} busyLabel={strings.making}>
          {strings.make}
        </Button>
        <Button
          disabled={!online}
          busy={counting.isWaiting}
          busyLabel={strings.counting}
          onClick={() => void count()}
        >
          {strings.count}
        </Button>
      </div>
      <LongWait {...making} />
      <LongWait {...counting} />
    </form>
  );
}

/** Moves the focus to the text, since the focused element is gone. */
function focusOnArrival(text: HTMLElement | null): void {
  text?.focus();
}

/** The codes, until the person has saved them; nothing shows them again. */
function NewCodes({
  codes,
  hasEndedOthers,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly hasEndedOthers: boolean;
  readonly onDone: () => void;
}) {
  const text = codes.join('\n');
  return (
    <div className="flex flex-col gap-3">
      <p ref={focusOnArrival} tabIndex={-1} className="font-strong outline-none">
        {strings.once}
      </p>
      {hasEndedOthers && <p>{strings.othersEnded}</p>}
      <ul
        dir="ltr"
        aria-label={strings.list}
        className="grid gap-x-4 gap-y-1.5 rounded-medium bg-sunken p-3 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyWithToast(text, strings.copied)}>{strings.copy}</Button>
        <Button
          icon={moreIcons.download}
          onClick={() => saveFile('foray-recovery-codes.txt', 'text/plain', [`${text}\n`])}
        >
          {strings.save}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {strings.done}
        </Button>
      </div>
    </div>
  );
}

function problemOf(code: string): string {
  if (code === 'forbidden') return strings.none;
  if (code === 'no_answer') return strings.unsure;
  return code === 'rate_limited' ? login.rateLimited : strings.failed;
}
