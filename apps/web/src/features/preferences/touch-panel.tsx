import { useId } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { setSwipes, useSwipes } from '../../settings/swipes.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { Panel } from '../../ui/display/panel.tsx';

const { preferences } = lazyMessages;

/** Whether rows can be swiped on touch screens. */
export function TouchPanel() {
  const hintId = useId();
  return (
    <Panel title={preferences.touch}>
      {/* No more distance to the heading than a plain text has. */}
      <div className="-mt-3">
        <Switch
          label={preferences.swipes}
          checked={useSwipes()}
          onSwitch={setSwipes}
          aria-describedby={hintId}
        />
      </div>
      <p id={hintId} className="text-meta text-ink-3">
        {preferences.swipesText}
      </p>
    </Panel>
  );
}
