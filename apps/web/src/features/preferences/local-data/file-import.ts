import { hasContacts } from '@foray/domain';
import type { ImportPlan } from '@foray/sync';
import { useState } from 'react';
import { useHandedFile } from '../../../adapters/browser/files.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions } from '../../../replica/index.ts';
import type { ImportProblem } from '../../../replica/index.ts';
import { useFileDrop } from '../../../ui/interaction/use-file-drop.ts';
import { toast } from '../../../ui/layers/toast.ts';

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

/** The import of a file, from its choice until its items are added. */
export function useFileImport() {
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

  return {
    state,
    take,
    add,
    /** Ends the import, unless items are being added. */
    close() {
      if (state.kind !== 'adding') setState({ kind: 'none' });
    },
  };
}
