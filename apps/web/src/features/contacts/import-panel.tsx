import { contactsFileEndings, vcardType } from '@foray/domain';
import type { Ref } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/display/panel.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { FileButton } from '../../ui/controls/file-button.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';

const { contacts: strings } = lazyMessages;

/** The sources of contacts: the phone, or a file. */
export function ImportPanel({
  headingRef,
  isOver,
  isReading,
  onPhone,
  onFile,
}: {
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** Whether a file is dragged over the page. */
  readonly isOver: boolean;
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
          accept={[...contactsFileEndings, vcardType].join(',')}
          busy={isReading}
          busyLabel={strings.reading}
          onFile={onFile}
        >
          {strings.fromCsv}
        </FileButton>
      </div>
      <p
        className={classNames(
          'mt-2 rounded-small text-meta text-ink-3',
          isOver && 'shadow-[0_0_0_2px_var(--color-accent-ink)]',
        )}
      >
        {strings.csvHint}
      </p>
    </Panel>
  );
}
