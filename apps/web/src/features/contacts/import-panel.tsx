import { contactsFileEndings } from '@foray/domain';
import type { Ref } from 'react';
import { moreMessages } from '../../messages/more-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { moreIcons } from '../../ui/more-icons.ts';

const { contacts: strings } = moreMessages;

/** The sources of contacts: the phone, or a file. */
export function ImportPanel({
  headingRef,
  isReading,
  onPhone,
  onFile,
}: {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly isReading: boolean;
  readonly onPhone: () => void;
  readonly onFile: (file: File) => void;
}) {
  return (
    <Panel title={strings.importTitle} headingRef={headingRef} description={strings.importText}>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button icon={moreIcons.phone} className="sm:flex-1" onClick={onPhone}>
          {strings.fromPhone}
        </Button>
        <FileButton
          className="sm:flex-1"
          label={strings.fromCsv}
          accept={contactsFileEndings.join(',')}
          busy={isReading}
          busyLabel={strings.reading}
          onFile={onFile}
        >
          {strings.fromCsv}
        </FileButton>
      </div>
      <p className="mt-2 text-meta text-ink-3">{strings.csvHint}</p>
    </Panel>
  );
}
