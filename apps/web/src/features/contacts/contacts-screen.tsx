import { phoneCandidate } from '@foray/domain';
import type { ContactCandidate } from '@foray/domain';
import { useRef, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { nextTask } from '../../adapters/browser-page.ts';
import { browserClock } from '../../adapters/browser/browser-ports.ts';
import { pickContacts } from '../../adapters/browser/contact-picker.ts';
import { handFile, useHandedFile } from '../../adapters/browser/files.ts';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSession } from '../../replica/index.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { useFileDrop } from '../../ui/interaction/use-file-drop.ts';
import { currentToast, dismissToast, toast, toastError } from '../../ui/layers/toast.ts';
import { AddPersonPanel } from './add-person-panel.tsx';
import { ContactLists } from './contact-lists.tsx';
import { readContactsFile } from './contacts-file.ts';
import { ImportPanel } from './import-panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { reviewOf } from './review.ts';
import type { Review } from './review.ts';

const { titles } = messages;
const { contacts: strings } = lazyMessages;

/** The contacts of an account; without one, a link to sign in (CONT-01). */
export function ContactsScreen() {
  const session = useSession();
  return (
    <>
      <ScreenHeading title={titles.contacts} />
      {session.kind === 'guest' && (
        <EmptyState
          drawing={moreDrawings.people}
          title={strings.signInRequired}
          hint={strings.signInText}
          action={
            <ButtonLink href="/login" variant="primary" icon={firstIcons.signIn}>
              {strings.signIn}
            </ButtonLink>
          }
        />
      )}
      {session.kind === 'user' && <Contacts key={session.user.id} />}
    </>
  );
}

/** Whether a file may be an export of this app. */
function isDataFile({ name, type }: File): boolean {
  return type === 'application/json' || /\.json$/i.test(name);
}

/** The sources of contacts, the review of those found, and all mutual contacts. */
function Contacts() {
  const [review, setReview] = useState<{ readonly of: Review; readonly number: number } | null>(
    null,
  );
  const [isReading, setIsReading] = useState(false);
  const [, navigate] = useBrowserLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const refusal = useRef<number | null>(null);
  const refuse = (title: string, description: string) => {
    toastError(description, title);
    refusal.current = currentToast()?.id ?? null;
  };
  const begin = (found: readonly ContactCandidate[]) => {
    if (found.some((candidate) => candidate.isValid)) {
      // The error of an earlier file no longer applies.
      if (refusal.current !== null) dismissToast(refusal.current);
      setReview((before) => ({ of: reviewOf(found), number: (before?.number ?? 0) + 1 }));
    } else {
      setReview(null);
      refuse(strings.noneValid, strings.noneValidText);
    }
  };

  const onPhone = async () => {
    const picked = await pickContacts();
    if (picked.kind === 'unsupported') {
      refuse(strings.notSupported, strings.notSupportedText);
    } else if (picked.kind === 'cancelled') {
      toast({ title: strings.cancelled, description: strings.cancelledText });
    } else {
      begin(picked.contacts.map(({ name = [], tel = [] }) => phoneCandidate(name, tel)));
    }
  };

  const onFile = async (file: File) => {
    setReview(null);
    setIsReading(true);
    const read = await readContactsFile(file, { nowMs: browserClock.nowMs, nextTask: nextTask });
    setIsReading(false);
    if (read.ok) return begin(read.value);
    if (read.error === 'wrong_kind' && isDataFile(file)) {
      // Preferences reviews it.
      handFile(file);
      return navigate('/preferences');
    }
    const { title, ...reasons } = strings.fileProblem;
    refuse(title, reasons[read.error]);
  };
  useHandedFile((file) => void onFile(file));
  const isOver = useFileDrop((file) => {
    if (!isReading) void onFile(file);
  });

  return (
    <div className="flex flex-col gap-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-6">
      <div className="flex flex-col gap-4">
        <AddPersonPanel />
        <ImportPanel
          headingRef={heading}
          isOver={isOver}
          isReading={isReading}
          onPhone={() => void onPhone()}
          onFile={(file) => void onFile(file)}
        />
        {review && (
          <ReviewPanel
            key={review.number}
            found={review.of}
            findFallback={() => heading.current}
            onDone={() => setReview(null)}
          />
        )}
      </div>
      <ContactLists />
    </div>
  );
}
