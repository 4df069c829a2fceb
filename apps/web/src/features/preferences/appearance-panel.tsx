import { useId } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { setTheme, useTheme } from '../../settings/theme.ts';
import { Panel } from '../../ui/display/panel.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';

const { preferences } = lazyMessages;
const themes = [
  { value: 'light', icon: moreIcons.sun },
  { value: 'dark', icon: moreIcons.moon },
  { value: 'system', icon: moreIcons.display },
] as const;

/** The theme: Light, Dark or System, as native radio buttons (PREF-01). */
export function AppearancePanel() {
  const theme = useTheme();
  const name = useId();
  return (
    <Panel title={preferences.appearance} description={preferences.appearanceText}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{preferences.theme}</legend>
        <div className="grid grid-flow-col auto-cols-fr gap-2">
          {themes.map(({ value, icon }) => (
            <label
              key={value}
              className={classNames(
                'flex min-h-11 cursor-pointer flex-col items-center justify-center gap-x-2 gap-y-1 rounded-medium border px-1 py-2 text-center font-strong sm:flex-row',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
                value === theme
                  ? 'border-accent-ink bg-accent-soft text-accent-ink'
                  : 'border-line-strong text-ink-2 hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === theme}
                onChange={() => setTheme(value)}
                className="sr-only"
              />
              <Icon icon={icon} size={16} />
              {preferences.themes[value]}
            </label>
          ))}
        </div>
      </fieldset>
    </Panel>
  );
}
