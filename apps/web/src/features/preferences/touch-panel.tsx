import { lazyMessages } from '../../messages/lazy-messages.ts';
import { setSwipes, useSwipes } from '../../settings/swipes.ts';
import { SwitchPanel } from './parts/switch-panel.tsx';

const { preferences } = lazyMessages;

/** Whether rows can be swiped on touch screens. */
export function TouchPanel() {
  return (
    <SwitchPanel
      title={preferences.touch}
      label={preferences.swipes}
      hint={preferences.swipesText}
      checked={useSwipes()}
      onSwitch={setSwipes}
    />
  );
}
