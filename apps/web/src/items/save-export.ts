import type { Result } from '@foray/domain';
import type { ExportedData, StoreFailure } from '@foray/sync';
import { saveFile } from '../adapters/saved-file.ts';
import { messages } from '../messages/messages.ts';
import { toast } from '../ui/toast.ts';

const { files } = messages;

/** Hands a data file to the person, and says what became of it. */
export function saveExport(exported: Result<ExportedData, StoreFailure>): void {
  if (!exported.ok) {
    toast({ tone: 'error', title: messages.error, description: files.exportFailed });
    return;
  }
  const { pieces, items, exportedAt } = exported.value;
  saveFile(`foray-${exportedAt.slice(0, 10)}.json`, 'application/json', pieces);
  toast({ title: files.exported, description: files.exportedText(items) });
}
