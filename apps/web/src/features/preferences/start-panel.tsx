import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { messages } from '../../messages/messages.ts';
import { useActions } from '../../replica/index.ts';
import { setStartPath, startPaths, useStartPath } from '../../settings/start-screen.ts';
import type { StartPath } from '../../settings/start-screen.ts';
import { Select } from '../../ui/controls/field.tsx';
import { Panel } from '../../ui/display/panel.tsx';

const { preferences } = lazyMessages;
const { titles } = messages;
const { planning } = listMessages;

const names: Readonly<Record<StartPath, string>> = {
  '/': titles.home,
  '/today': planning.today,
  '/upcoming': planning.upcoming,
  '/my-list': titles.myList,
  '/queue': titles.queue,
  '/active': titles.active,
};

/** The screen with which the app opens. */
export function StartPanel() {
  const actions = useActions();
  const path = useStartPath();
  return (
    <Panel title={preferences.start} description={preferences.startText}>
      <Select
        label={preferences.startWith}
        options={startPaths.map((value) => ({ value, label: names[value] }))}
        value={path}
        onChange={({ target }) => {
          const chosen = startPaths.find((one) => one === target.value);
          if (chosen === undefined) return;
          setStartPath(chosen);
          void actions.followSetting('start', { path: chosen });
        }}
      />
    </Panel>
  );
}
