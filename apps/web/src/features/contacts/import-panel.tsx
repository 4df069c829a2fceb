import { contactsFileEndings } from '@foray/domain';
import { useRef } from 'react';
import type { Ref } from 'react';
import { messages } from '../../messages/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';

const { contacts: strings } = messages;

/** Where contacts can come from: the phone, or a file. */
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
  const input = useRef<HTMLInputElement>(null);
  return (
    <Panel title={strings.importTitle} headingRef={headingRef} description={strings.importText}>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button icon="phone" className="sm:flex-1" onClick={onPhone}>
          {strings.fromPhone}
        </Button>
        <Button
          icon="upload"
          className="sm:flex-1"
          busy={isReading}
          busyLabel={strings.reading}
          onClick={() => input.current?.click()}
        >
          {strings.fromCsv}
        </Button>
      </div>
      <p className="mt-2 text-meta text-ink-3">{strings.csvHint}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={strings.fromCsv}
        accept={contactsFileEndings.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So that choosing the same file again is a change again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </Panel>
  );
}
