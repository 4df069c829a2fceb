import { useEffect, useState } from 'react';
import { readPersistence, requestPersistence } from '../../../adapters/storage/persistence.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { listIcons } from '../../../ui/icons/list-icons.ts';
import { toast } from '../../../ui/layers/toast.ts';

const { preferences } = lazyMessages;

/** Warns that the browser may erase the local data, unless it has agreed to keep it. */
export function SafetyNote() {
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void readPersistence().then((persistence) => {
      if (isCurrent) setIsRefused(persistence === 'refused');
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  if (!isRefused) return null;

  async function request(): Promise<void> {
    const isKept = (await requestPersistence()) === 'kept';
    toast({ title: isKept ? preferences.keptForGood : preferences.stillNotKept });
    setIsRefused(!isKept);
  }

  return (
    <div className="mb-4 flex items-start gap-3 rounded-medium bg-warning-soft px-3 py-2.5 text-warning-ink">
      <Icon icon={listIcons.warning} className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-strong">{preferences.notKept}</p>
        <p>{preferences.notKeptText}</p>
        <Button className="mt-2" onClick={() => void request()}>
          {preferences.keepForGood}
        </Button>
      </div>
    </div>
  );
}
