import type { Result } from '@foray/domain';
import type { ExportedData, StoreFailure } from '@foray/sync';
import { saveFile } from '../../adapters/browser/files.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';

const { files } = lazyMessages;

/** Saves an export as a file and shows the result in a toast. */
export function saveExport(exported: Result<ExportedData, StoreFailure>): void {
  if (!exported.ok) return toastError(files.exportFailed);
  const { pieces, items, exportedAt } = exported.value;
  saveFile(`foray-${exportedAt.slice(0, 10)}.json`, 'application/json', pieces);
  toast({ title: files.exported, description: files.exportedText(items) });
}
