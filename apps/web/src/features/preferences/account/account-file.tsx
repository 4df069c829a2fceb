import { useState } from 'react';
import type { FormEvent } from 'react';
import { saveFile } from '../../../adapters/browser/files.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../../replica/index.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { moreIcons } from '../../../ui/icons/more-icons.ts';
import { toast } from '../../../ui/layers/toast.ts';
import { FreshProofField, useFreshCode } from './fresh-code.tsx';

const { files } = lazyMessages;

/**
 * Saves everything that the server holds about the person as a file; asks for a code if the server requires
 * one.
 */
export function AccountFile() {
  const actions = useActions();
  const { online } = useSync();
  const waiting = useWait('giveUp');
  const fresh = useFreshCode('export');
  const [problem, setProblem] = useState<string | null>(null);

  async function save(): Promise<void> {
    setProblem(null);
    const saved = await waiting.wait((signal) =>
      fresh.run(async (proof) => {
        const exported = await actions.exportAccount(signal, proof);
        if (!exported.ok) return exported;
        const { exported_at } = exported.value;
        const name = `foray-account-${exported_at.slice(0, 10)}.json`;
        saveFile(name, 'application/json', [JSON.stringify(exported.value, null, 2)]);
        return { ok: true, value: undefined };
      }, signal),
    );
    if (saved === null) return;
    if (!saved.ok) {
      const isTooOften = saved.error.code === 'rate_limited';
      return setProblem(isTooOften ? files.everythingTooOften : files.everythingFailed);
    }
    if (saved.value === 'asked') return;
    fresh.reset();
    toast({ title: files.everythingSaved, description: files.everythingSavedText });
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting.isWaiting) void save();
  };

  return (
    <form onSubmit={onSubmit} className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-ink-3">{files.everythingText}</p>
      <FreshProofField fresh={fresh} />
      {problem !== null && (
        <p role="alert" className="text-danger-ink">
          {problem}
        </p>
      )}
      {!online && <p className="text-ink-2">{files.everythingOffline}</p>}
      <Button
        type="submit"
        icon={moreIcons.download}
        className="self-start"
        disabled={!online}
        busy={waiting.isWaiting}
        busyLabel={files.exporting}
      >
        {files.everything}
      </Button>
      <LongWait {...waiting} />
    </form>
  );
}
