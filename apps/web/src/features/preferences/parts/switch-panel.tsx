import { useId } from 'react';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Panel } from '../../../ui/display/panel.tsx';

/** A panel with one switch, and a text that says what it does. */
export function SwitchPanel({
  title,
  label,
  hint,
  checked,
  onSwitch,
}: {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onSwitch: (checked: boolean) => void;
}) {
  const hintId = useId();
  return (
    <Panel title={title}>
      {/* No more distance to the heading than a plain text has. */}
      <div className="-mt-3">
        <Switch label={label} checked={checked} onSwitch={onSwitch} aria-describedby={hintId} />
      </div>
      <p id={hintId} className="text-meta text-ink-3">
        {hint}
      </p>
    </Panel>
  );
}
