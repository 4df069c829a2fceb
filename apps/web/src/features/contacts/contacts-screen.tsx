import { messages } from '../../messages/messages.ts';
import { useSession } from '../../replica/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenHeading } from '../../ui/screen-heading.tsx';

const { contacts, titles } = messages;

/** Contacts belong to an account: who is signed out is told so (CONT-01). */
export function ContactsScreen() {
  const session = useSession();
  return (
    <>
      <ScreenHeading title={titles.contacts} />
      {session.kind === 'guest' && (
        <EmptyState
          drawing="people"
          title={contacts.signInRequired}
          hint={contacts.signInText}
          action={
            <ButtonLink href="/login" variant="primary" icon="signIn">
              {contacts.signIn}
            </ButtonLink>
          }
        />
      )}
      {session.kind === 'user' && (
        <EmptyState drawing="people" title={contacts.noneYet} hint={contacts.noneYetHint} />
      )}
    </>
  );
}
