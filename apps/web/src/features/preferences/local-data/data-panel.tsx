import { useState } from 'react';
import { saveExport } from '../../../items/actions/save-export.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSession } from '../../../replica/index.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx';
import { listIcons } from '../../../ui/icons/list-icons.ts';
import { moreIcons } from '../../../ui/icons/more-icons.ts';
import { toastError } from '../../../ui/layers/toast.ts';
import { AccountFile } from '../account/account-file.tsx';
import { ImportButton } from './import-button.tsx';
import { SafetyNote } from './safety-note.tsx';

const { preferences, files } = lazyMessages;

function ExportButton() {
  const actions = useActions();
  const [isBusy, setIsBusy] = useState(false);
  async function save(): Promise<void> {
    setIsBusy(true);
    const exported = await actions.exportData();
    setIsBusy(false);
    saveExport(exported);
  }
  return (
    <Button
      icon={moreIcons.download}
      busy={isBusy}
      busyLabel={files.exporting}
      onClick={() => void save()}
    >
      {files.export}
    </Button>
  );
}

function ClearButton({ isGuest }: { readonly isGuest: boolean }) {
  const actions = useActions();
  const [unsent, setUnsent] = useState(0);
  const [othersUnsent, setOthersUnsent] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setUnsent(await actions.unsentCount());
    setOthersUnsent(await actions.unsentOfOthers());
    setIsAsking(true);
  };
  const clear = async () => {
    if (await actions.clearLocalData()) return;
    toastError(preferences.clearFailedText, preferences.clearFailed);
  };
  return (
    <>
      <Button variant="dangerSoft" icon={listIcons.trash} onClick={() => void ask()}>
        {preferences.clear}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={preferences.clearTitle}
        body={
          <>
            <p>{preferences.clearConfirm}</p>
            {!isGuest && unsent > 0 && (
              <p className="mt-2 font-strong text-danger-ink">{preferences.dataUnsent(unsent)}</p>
            )}
            {othersUnsent > 0 && (
              <p className="mt-2 font-strong text-danger-ink">
                {preferences.othersUnsent(othersUnsent)}
              </p>
            )}
          </>
        }
        confirmLabel={preferences.clear}
        onConfirm={() => void clear()}
        destructive
      />
    </>
  );
}

/**
 * All data of the user: export to a file, import from a file, and clear this browser (PREF-05; product.md,
 * "Guests' safety").
 */
export function DataPanel() {
  const session = useSession();
  const isGuest = session.kind === 'guest';
  return (
    <Panel title={preferences.data} description={preferences.dataText}>
      {isGuest && <SafetyNote />}
      <div className="flex flex-wrap gap-2">
        <ExportButton />
        <ImportButton />
      </div>
      {!isGuest && <AccountFile />}
      <div className="mt-5 border-t border-line pt-4">
        <p className="mb-3 text-ink-3">
          {isGuest ? preferences.dataGuest : preferences.dataSignedIn}
        </p>
        <ClearButton isGuest={isGuest} />
      </div>
    </Panel>
  );
}
