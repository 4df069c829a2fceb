import { useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSession } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { endTutorial } from './login-attempt.ts';
import { LoginForm } from './login-form.tsx';

const { login } = lazyMessages;

/** In a file of its own, which the service worker does not keep: an invitation needs the network. */
const InvitedPanel = lazyComponent(
  () => import('./invited-panel.tsx'),
  (it) => it.InvitedPanel,
);

/** The token of an invitation in the fragment of its link. */
function invitationIn(fragment: string): string | undefined {
  return /^#([\w-]{22})$/.exec(fragment)?.[1];
}
const icons: readonly IconShape[] = [firstIcons.sync, moreIcons.people, firstIcons.bell];

/** The sign-in screen, which a guest can also leave without signing in; a link of an invitation leads here too. */
export function LoginScreen() {
  const [token] = useState(() => invitationIn(location.hash));
  return (
    <div className="mx-auto grid max-w-lg grid-cols-[minmax(0,1fr)] gap-8 py-2 md:py-8 lg:max-w-4xl lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-12">
      <Card className="p-5 md:p-8">
        {token === undefined ? <SignIn /> : <InvitedPanel token={token} onSignedIn={endTutorial} />}
      </Card>
      <Benefits />
    </div>
  );
}

/** The form, and the way past it. */
function SignIn() {
  const [, navigate] = useBrowserLocation();
  const session = useSession();
  return (
    <>
      <h1
        tabIndex={-1}
        data-route-heading=""
        className="mb-5 text-title font-strong md:text-display"
      >
        {login.title}
      </h1>
      <LoginForm />
      {session.kind === 'guest' && (
        <>
          <p className="my-4 flex items-center gap-3 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {login.or}
          </p>
          <Button
            wide
            onClick={() => {
              endTutorial();
              navigate('/campaigns');
            }}
          >
            {login.withoutSigningIn}
          </Button>
        </>
      )}
    </>
  );
}

/** The three benefits of an account (LOGIN-04). */
function Benefits() {
  return (
    <ul className="flex flex-col gap-5 px-1 lg:justify-center">
      {login.benefits.map(({ title, text }, place) => (
        <li key={title} className="flex items-start gap-4">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-large bg-accent-soft text-accent-ink">
            <Icon icon={icons[place] ?? listIcons.check} />
          </span>
          <div>
            <p className="text-lead font-strong">{title}</p>
            <p className="text-ink-3">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
