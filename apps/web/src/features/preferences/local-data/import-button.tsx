import { handFile } from '../../../adapters/browser/files.ts';
import { messages } from '../../../messages/messages.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { FileButton } from '../../../ui/controls/file-button.tsx';
import { useFileImport } from './file-import.ts';
import { ImportReview } from './import-review.tsx';

const { files } = lazyMessages;

/** Chooses a file, shows the effect of importing it, and imports it after the person confirms. */
export function ImportButton() {
  const { state, take, add, close } = useFileImport();
  const isShown = state.kind === 'review' || state.kind === 'adding';
  return (
    <>
      <FileButton
        label={files.choose}
        accept=".json,application/json"
        busy={state.kind === 'reading'}
        busyLabel={files.reading}
        onFile={take}
      >
        {files.import}
      </FileButton>
      <Dialog
        open={isShown}
        onOpenChange={close}
        title={files.title}
        footer={
          isShown && (
            <>
              <Button disabled={state.kind === 'adding'} onClick={close}>
                {state.plan.fresh.length === 0 ? messages.close : lazyMessages.cancel}
              </Button>
              {state.plan.fresh.length > 0 && (
                <Button
                  variant="primary"
                  busy={state.kind === 'adding'}
                  busyLabel={files.adding(
                    state.kind === 'adding' ? state.added : 0,
                    state.plan.fresh.length,
                  )}
                  onClick={() => void add(state.file, state.plan)}
                >
                  {files.confirm(state.plan.fresh.length)}
                </Button>
              )}
            </>
          )
        }
      >
        {isShown && <ImportReview file={state.file} plan={state.plan} />}
      </Dialog>
      <Dialog
        open={state.kind === 'problem' || state.kind === 'contacts'}
        onOpenChange={close}
        size="small"
        title={files.problem}
        description={
          state.kind === 'problem'
            ? state.text
            : state.kind === 'contacts'
              ? files.problems.contacts
              : ''
        }
        footer={
          <>
            <Button variant="primary" onClick={close} data-autofocus="">
              {messages.close}
            </Button>
            {state.kind === 'contacts' && (
              <ButtonLink href="/contacts" onClick={() => handFile(state.file)}>
                {files.toContacts}
              </ButtonLink>
            )}
          </>
        }
      />
    </>
  );
}
