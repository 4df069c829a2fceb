import { Fragment, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useBlocked, useSession, useSync } from '../../replica/index.ts';
import { tutorial } from '../../settings/tutorial.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Panel, PanelGroup } from '../../ui/display/panel.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { AttentionPanel } from './sync/attention-panel.tsx';
import { DamagedPanel } from './local-data/damaged-panel.tsx';
import { DataPanel } from './local-data/data-panel.tsx';
import { DeleteAccountPanel } from './account/delete-account-panel.tsx';
import { DevicesPanel } from './account/devices-panel.tsx';
import { HistoryPanel } from './account/history-panel.tsx';
import { ProfilePanel } from './account/profile-panel.tsx';
import { PushPanel } from './sync/push-panel.tsx';
import { RecoveryPanel } from './account/recovery-panel.tsx';
import { StartPanel } from './start-panel.tsx';
import { SyncPanel } from './sync/sync-panel.tsx';
import { TrashPanel } from './local-data/trash-panel.tsx';
import { TouchPanel } from './touch-panel.tsx';
import { TypingPanel } from './typing-panel.tsx';

const { titles } = messages;
const { preferences } = lazyMessages;
const { groups } = preferences;

function TutorialPanel() {
  const [, navigate] = useBrowserLocation();
  return (
    <Panel title={preferences.tutorial} description={preferences.tutorialText}>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/onboarding" icon={moreIcons.book}>
          {preferences.viewTutorial}
        </ButtonLink>
        <Button
          icon={listIcons.undo}
          onClick={() => {
            tutorial.reset();
            navigate('/onboarding');
          }}
        >
          {preferences.resetTutorial}
        </Button>
      </div>
    </Panel>
  );
}

function ContactsPanel() {
  return (
    <Panel title={preferences.contacts} description={preferences.contactsText}>
      <ButtonLink href="/contacts" icon={moreIcons.people}>
        {preferences.viewContacts}
      </ButtonLink>
    </Panel>
  );
}

/**
 * All settings, in groups. On a desktop those of the person and this browser are on the left, those of the data
 * and the account on the right.
 */
export function PreferencesScreen() {
  const session = useSession();
  const blocked = useBlocked();
  const { storage } = useSync();
  const isUser = session.kind === 'user';
  // The list of devices is read again once other sessions have ended.
  const [endings, setEndings] = useState(0);
  const onOthersEnded = () => setEndings(endings + 1);
  return (
    <div className="mx-auto max-w-2xl lg:max-w-none">
      <ScreenHeading title={titles.preferences} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-6 lg:grid-cols-2 lg:items-start">
        {blocked.length > 0 && (
          <div className="lg:col-span-2">
            <AttentionPanel requests={blocked} />
          </div>
        )}
        {storage.kind === 'damaged' && (
          <div className="lg:col-span-2">
            <DamagedPanel count={storage.rows} />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-6">
          <PanelGroup title={groups.app}>
            <AppearancePanel />
            <StartPanel />
            <TypingPanel />
            <TouchPanel />
            <TutorialPanel />
          </PanelGroup>
          <PanelGroup title={groups.people}>
            {isUser && (
              <ProfilePanel
                key={session.user.id}
                user={session.user}
                onOthersEnded={onOthersEnded}
              />
            )}
            <ContactsPanel />
          </PanelGroup>
          {isUser && (
            <PanelGroup title={groups.sync}>
              <SyncPanel />
              <PushPanel />
            </PanelGroup>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PanelGroup title={groups.data}>
            <TrashPanel />
            <DataPanel />
          </PanelGroup>
          {isUser && (
            <PanelGroup title={groups.account}>
              <Fragment key={session.user.id}>
                <DevicesPanel key={endings} />
                <RecoveryPanel onOthersEnded={onOthersEnded} />
                <HistoryPanel />
              </Fragment>
              <DeleteAccountPanel />
            </PanelGroup>
          )}
        </div>
      </div>
    </div>
  );
}
