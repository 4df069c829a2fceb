import { useId, useState } from 'react';
import { askForPush, pushPermission } from '../../adapters/push-browser.ts';
import { laterMessages } from '../../messages/later-messages.ts';
import { useActions, useSync } from '../../replica/index.ts';
import { Panel } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LongWait, useWait } from '../../ui/long-wait.tsx';

const { push: strings } = laterMessages;

/**
 * Whether this browser shows what others do while the app is closed (product.md, "Notifications"): a
 * switch, and below it why the browser does not allow it and what helps.
 */
export function PushPanel() {
  const actions = useActions();
  const { online } = useSync();
  const [permission, setPermission] = useState(pushPermission);
  const [isOn, setIsOn] = useState(() => actions.isPushOn() && permission === 'granted');
  const [isAsking, setIsAsking] = useState(false);
  const waiting = useWait('goOn');
  const [problem, setProblem] = useState<string | null>(null);
  const hintId = useId();
  const errorId = useId();
  const isImpossible = permission === 'unsupported' || permission === 'denied';

  async function change(next: boolean): Promise<void> {
    setProblem(null);
    if (!next) {
      setIsOn(false);
      return actions.stopPush();
    }
    setIsAsking(true);
    const allowed = await askForPush();
    setIsAsking(false);
    setPermission(allowed);
    if (allowed !== 'granted') return;
    const started = await waiting.wait((signal) => actions.startPush(signal));
    setIsOn(started?.ok ?? false);
    if (started?.ok === false) setProblem(strings.failed);
  }

  const isDisabled = isImpossible || (!online && !isOn);
  /** It is taking effect: presses do nothing, and the focus stays. */
  const isBusy = isAsking || waiting.isWaiting;
  const isChecked = isOn && !isImpossible;
  const hint = () => {
    if (permission === 'unsupported') return strings.unsupported;
    if (permission === 'denied') return strings.denied;
    return online || isOn ? strings.text : strings.offline;
  };

  return (
    <Panel title={strings.title}>
      <label
        className={classNames(
          // High enough for a finger, without more distance to the heading than the text alone has.
          '-mt-3 flex min-h-11 items-center justify-between gap-4',
          isDisabled || isBusy ? 'cursor-not-allowed' : 'cursor-pointer',
        )}
      >
        <span className={classNames('font-strong', (isDisabled || isBusy) && 'text-ink-3')}>
          {strings.label}
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={isChecked}
          aria-checked={isChecked}
          disabled={isDisabled}
          aria-disabled={isBusy || undefined}
          aria-describedby={problem === null ? hintId : `${hintId} ${errorId}`}
          onChange={(event) => {
            if (!isBusy) void change(event.target.checked);
          }}
          className="peer sr-only"
        />
        <span
          aria-hidden
          className={classNames(
            'relative h-6 w-11 shrink-0 rounded-full border transition-colors duration-150 motion-reduce:transition-none',
            'after:absolute after:top-0.5 after:start-0.5 after:size-4.5 after:rounded-full after:transition-transform after:duration-150 motion-reduce:after:transition-none',
            'peer-checked:border-accent peer-checked:bg-accent peer-checked:after:translate-x-5 rtl:peer-checked:after:-translate-x-5 peer-checked:after:bg-on-accent',
            'border-line-strong bg-sunken after:bg-ink-3 peer-disabled:opacity-50 peer-aria-disabled:opacity-50',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-ink',
          )}
        />
      </label>
      <p id={hintId} className="text-meta text-ink-3">
        {hint()}
      </p>
      {problem !== null && (
        <p id={errorId} role="alert" className="mt-2 text-danger-ink">
          {problem}
        </p>
      )}
      <LongWait {...waiting} />
    </Panel>
  );
}
