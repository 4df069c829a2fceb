import { useLocation } from 'wouter';
import { messages } from '../../messages/messages.ts';
import { useParked, useSession } from '../../replica/index.ts';
import { useTutorial } from '../../settings/tutorial.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { SyncPanel } from './sync-panel.tsx';

const { preferences, titles } = messages;

function TutorialPanel() {
  const [, navigate] = useLocation();
  const reset = useTutorial((tutorial) => tutorial.reset);
  return (
    <Panel title={preferences.tutorial} description={preferences.tutorialText}>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/onboarding" icon="book">
          {preferences.viewTutorial}
        </ButtonLink>
        <Button
          icon="undo"
          onClick={() => {
            reset();
            navigate('/onboarding');
          }}
        >
          {preferences.resetTutorial}
        </Button>
      </div>
    </Panel>
  );
}

/** Everything that is set rather than done (section 2, Preferences). */
export function PreferencesScreen() {
  const session = useSession();
  const parked = useParked();
  return (
    <div className="mx-auto max-w-2xl lg:max-w-none">
      <ScreenHeading title={titles.preferences} />
      <div className="grid gap-4 lg:grid-cols-2">
        {parked.length > 0 && (
          <div className="lg:col-span-2">
            <AttentionPanel requests={parked} />
          </div>
        )}
        <AppearancePanel />
        {session.kind === 'user' && <SyncPanel />}
        <TutorialPanel />
        <Panel title={preferences.contacts} description={preferences.contactsText}>
          <ButtonLink href="/contacts" icon="people">
            {preferences.viewContacts}
          </ButtonLink>
        </Panel>
        <DataPanel />
      </div>
    </div>
  );
}
