import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import { setReadsTyping, useReadsTyping } from '../../settings/typing.ts';
import { SwitchPanel } from './parts/switch-panel.tsx';

const { preferences } = lazyMessages;

/** Whether dates and names are recognised while a title is typed (TYPE-10). */
export function TypingPanel() {
  const actions = useActions();
  return (
    <SwitchPanel
      title={preferences.typing}
      label={preferences.readTyping}
      hint={preferences.readTypingText}
      checked={useReadsTyping()}
      onSwitch={(isRead) => {
        setReadsTyping(isRead);
        void actions.followSetting('typing', { isRead });
      }}
    />
  );
}
