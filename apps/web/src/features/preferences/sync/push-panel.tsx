import { useId, useState } from 'react';
import { askForPush, pushPermission } from '../../../adapters/browser/push-browser.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../../replica/index.ts';
import { Panel } from '../../../ui/display/panel.tsx';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';

const { push: strings } = lazyMessages;

/**
 * Whether this browser shows notifications while the app is closed (product.md, "Notifications"): a switch,
 * and below it the reason if the browser does not allow it, and a remedy.
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
  /** Whether the change is in progress: presses do nothing, and the focus stays. */
  const isBusy = isAsking || waiting.isWaiting;
  const isChecked = isOn && !isImpossible;
  const hint = () => {
    if (permission === 'unsupported') return strings.unsupported;
    if (permission === 'denied') return strings.denied;
    return online || isOn ? strings.text : strings.offline;
  };

  return (
    <Panel title={strings.title}>
      {/* No more distance to the heading than a plain text has. */}
      <div className="-mt-3">
        <Switch
          label={strings.label}
          checked={isChecked}
          disabled={isDisabled}
          isBusy={isBusy}
          onSwitch={(next) => void change(next)}
          aria-describedby={problem === null ? hintId : `${hintId} ${errorId}`}
        />
      </div>
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
