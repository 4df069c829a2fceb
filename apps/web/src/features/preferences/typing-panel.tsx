import { useId } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { setReadsTyping, useReadsTyping } from '../../settings/typing.ts';
import { Panel } from '../../ui/display/panel.tsx';
import { Switch } from '../../ui/controls/switch.tsx';

const { preferences } = lazyMessages;

/** Whether dates and names are recognised while a title is typed (TYPE-10). */
export function TypingPanel() {
  const isRead = useReadsTyping();
  const hintId = useId();
  return (
    <Panel title={preferences.typing}>
      {/* No more distance to the heading than a plain text has. */}
      <div className="-mt-3">
        <Switch
          label={preferences.readTyping}
          checked={isRead}
          onSwitch={setReadsTyping}
          aria-describedby={hintId}
        />
      </div>
      <p id={hintId} className="text-meta text-ink-3">
        {preferences.readTypingText}
      </p>
    </Panel>
  );
}
