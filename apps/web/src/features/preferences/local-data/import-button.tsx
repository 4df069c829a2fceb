import { hasContacts } from '@foray/domain';
import type { ImportPlan } from '@foray/sync';
import { useState } from 'react';
import { handFile, useHandedFile } from '../../../adapters/browser/handed-file.ts';
import { messages } from '../../../messages/messages.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { listMessages } from '../../../messages/list-messages.ts';
import { useActions } from '../../../replica/index.ts';
import type { ImportProblem } from '../../../replica/index.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { FileButton } from '../../../ui/controls/file-button.tsx';
import { toast } from '../../../ui/layers/toast.ts';
import { useFileDrop } from '../../../ui/interaction/use-file-drop.ts';
import { ImportReview } from './import-review.tsx';

const { files } = lazyMessages;

/** More than any export of this app: about 100,000 items. */
const maxFileBytes = 64 * 1024 * 1024;

type ImportState =
  | { readonly kind: 'none' | 'reading' }
  | { readonly kind: 'problem'; readonly text: string }
  /** The file is an address book, which Contacts imports. */
  | { readonly kind: 'contacts'; readonly file: File }
  | { readonly kind: 'review'; readonly file: string; readonly plan: ImportPlan }
  | {
      readonly kind: 'adding';
      readonly file: string;
      readonly plan: ImportPlan;
      readonly added: number;
    };

function problemText(problem: ImportProblem): string {
  return typeof problem === 'string' ? files.problems[problem] : files.problems.store;
}

/** Chooses a file, shows the effect of importing it, and imports it after the person confirms. */
export function ImportButton() {
  const actions = useActions();
  const [state, setState] = useState<ImportState>({ kind: 'none' });

  async function read(file: File): Promise<ImportState> {
    if (file.size > maxFileBytes) return { kind: 'problem', text: files.problems.too_large };
    const text = await file.text().catch(() => null);
    if (text === null) return { kind: 'problem', text: files.problems.unreadable };
    const plan = await actions.planImport(text);
    if (!plan.ok && plan.error === 'not_json' && hasContacts(file.name, file.type, text)) {
      return { kind: 'contacts', file };
    }
    if (!plan.ok) return { kind: 'problem', text: problemText(plan.error) };
    return { kind: 'review', file: file.name, plan: plan.value };
  }

  async function add(file: string, plan: ImportPlan): Promise<void> {
    const of = plan.fresh.length;
    setState({ kind: 'adding', file, plan, added: 0 });
    const outcome = await actions.importData(plan, (added) =>
      setState({ kind: 'adding', file, plan, added }),
    );
    if (outcome.kind === 'complete') {
      setState({ kind: 'none' });
      toast({ title: files.done, description: files.doneText(outcome.added) });
      return;
    }
    const isFull = typeof outcome.failure === 'object' && outcome.failure.code === 'quota';
    const stopped = files.stopped(outcome.added, of);
    setState({ kind: 'problem', text: isFull ? `${files.full} ${stopped}` : stopped });
  }

  const take = (file: File): void => {
    setState({ kind: 'reading' });
    void read(file).then(setState);
  };
  useFileDrop((file) => {
    if (state.kind === 'none') take(file);
  });
  useHandedFile(take);

  const isShown = state.kind === 'review' || state.kind === 'adding';
  const close = () => {
    if (state.kind !== 'adding') setState({ kind: 'none' });
  };
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
                {state.plan.fresh.length === 0 ? messages.close : listMessages.cancel}
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
