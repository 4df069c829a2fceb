import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useUpgrade } from '../../replica/index.ts';
import type { UpgradeView } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { useUpgradeScene } from './upgrade-scene.ts';

const { upgrade: texts } = lazyMessages;

function UpgradeProgress({ kind }: { readonly kind: Exclude<UpgradeView['kind'], 'none'> }) {
  const actions = useActions();
  const close = () => actions.closeUpgrade();
  const { state, percent, text } = useUpgradeScene(kind, close);
  return (
    <Dialog
      open
      onOpenChange={close}
      role="alertdialog"
      size="small"
      title={texts.title}
      footer={
        state === 'complete' ? undefined : (
          <>
            <Button variant="quiet" onClick={close}>
              {texts.later}
            </Button>
            {state === 'error' && (
              <Button variant="primary" onClick={() => void actions.retryUpgrade()}>
                {texts.retry}
              </Button>
            )}
          </>
        )
      }
    >
      <div
        role="progressbar"
        aria-label={texts.title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          style={{ width: `${percent}%` }}
          className="h-full rounded-full bg-accent-ink transition-[width] duration-200"
        />
      </div>
      <p role="status" className="mt-3 flex min-h-5 items-start gap-2 text-pretty text-ink-2">
        {state === 'error' && (
          <Icon icon={listIcons.warning} size={16} className="mt-0.5 text-danger-ink" />
        )}
        {state === 'complete' && (
          <Icon icon={listIcons.check} size={16} className="mt-0.5 text-task" />
        )}
        <span>{text}</span>
      </p>
    </Dialog>
  );
}

/** Shows the upload of a guest's items to the account after signing in (UPG-01, UPG-02). */
export function UpgradeDialog() {
  const { kind } = useUpgrade();
  return kind === 'none' ? null : <UpgradeProgress kind={kind} />;
}
