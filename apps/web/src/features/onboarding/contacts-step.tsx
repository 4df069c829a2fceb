import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';

const { onboarding } = lazyMessages;

/** Offers to import contacts, which ends the tutorial, or to continue without (ONB-08). */
export function ContactsStep({
  onImport,
  onSkip,
}: {
  readonly onImport: () => void;
  readonly onSkip: () => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <Button wide icon={moreIcons.phone} onClick={onImport}>
        {onboarding.importFromPhone}
      </Button>
      <Button wide icon={moreIcons.upload} onClick={onImport}>
        {onboarding.importFromCsv}
      </Button>
      <Button wide variant="quiet" onClick={onSkip}>
        {onboarding.skipForNow}
      </Button>
    </div>
  );
}
