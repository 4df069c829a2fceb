import { useState } from 'react';
import { askForPush, pushPermission } from '../../adapters/push-browser.ts';
import { messages } from '../../messages/messages.ts';
import { useActions, useSync } from '../../replica/index.ts';
import { Panel } from '../../ui/card.tsx';
import { LongWait, useWait } from '../../ui/long-wait.tsx';
import { Switch } from './switch.tsx';

const { push: strings } = messages;

/**
 * Whether this browser shows what others do while the app is closed (product.md, "Notifications"). What
 * the browser refuses is said where the switch is, with what to do about it.
 */
export function PushPanel() {
  const actions = useActions();
  const { online } = useSync();
  const [permission, setPermission] = useState(pushPermission);
  const [isOn, setIsOn] = useState(() => actions.isPushOn() && permission === 'granted');
  const [isAsking, setIsAsking] = useState(false);
  const waiting = useWait('goOn');
  const [problem, setProblem] = useState<string | null>(null);
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

  const hint = () => {
    if (permission === 'unsupported') return strings.unsupported;
    if (permission === 'denied') return strings.denied;
    return online || isOn ? strings.text : strings.offline;
  };

  return (
    <Panel title={strings.title}>
      <Switch
        label={strings.label}
        hint={hint()}
        error={problem}
        checked={isOn && !isImpossible}
        disabled={isImpossible || (!online && !isOn)}
        busy={isAsking || waiting.isWaiting}
        onCheckedChange={(next) => void change(next)}
      />
      <LongWait {...waiting} />
    </Panel>
  );
}
