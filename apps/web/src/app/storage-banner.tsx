import { messages } from '../messages/messages.ts';
import { useSync } from '../replica/index.ts';
import { Icon } from '../ui/icon.tsx';

const { notices } = messages;

/** Says that this browser cannot keep data, or that some of what it kept could not be read. */
export function StorageBanner() {
  const { storage } = useSync();
  if (storage.kind === 'ok') return null;
  const isMemory = storage.kind === 'memory';
  return (
    <div
      role="status"
      className="mb-4 flex items-start gap-3 rounded-large bg-warning-soft px-4 py-3 text-warning-ink"
    >
      <Icon name="warning" className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-strong">
          {isMemory ? notices.storageMemory : notices.storageDamaged(storage.rows)}
        </p>
        <p>{isMemory ? notices.storageMemoryHint : notices.storageDamagedHint}</p>
      </div>
    </div>
  );
}
