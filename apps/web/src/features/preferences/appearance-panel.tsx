import { messages } from '../../messages/messages.ts';
import { useTheme } from '../../settings/theme.ts';
import { Panel } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';

const { preferences } = messages;

/** The theme: Light, Dark or System (PREF-01). */
export function AppearancePanel() {
  const { theme, setTheme } = useTheme();
  return (
    <Panel title={preferences.appearance} description={preferences.appearanceText}>
      <RadioCards
        label={preferences.theme}
        value={theme}
        onValueChange={setTheme}
        options={[
          { value: 'light', label: preferences.themes.light, icon: 'sun' },
          { value: 'dark', label: preferences.themes.dark, icon: 'moon' },
          { value: 'system', label: preferences.themes.system, icon: 'display' },
        ]}
      />
    </Panel>
  );
}
