import type { ComparedField } from '@foray/domain';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useChangedQuestion } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import type { ConflictVersion } from './conflict-versions.ts';
import { VersionFields } from './version-fields.tsx';

const { changed: strings } = lazyMessages;

function Side({
  label,
  version,
  other,
  fields,
}: {
  readonly label: string;
  readonly version: ConflictVersion;
  readonly other: ConflictVersion;
  readonly fields: readonly ComparedField[];
}) {
  return (
    <section aria-label={label} className="min-w-0 rounded-medium border border-line-strong p-3">
      <h3 className="mb-2.5 font-strong">{label}</h3>
      <VersionFields version={version} other={other} fields={fields} />
    </section>
  );
}

/**
 * The choice between two versions of an item that was changed elsewhere while an editor, dialog or menu was
 * open (CONF-06). Nothing is written before the answer; Escape keeps the stored version.
 */
export function ChangedDialog() {
  const question = useChangedQuestion();
  const [shown, setShown] = useState(question);
  // The dialog keeps its content while it closes.
  if (question !== null && question !== shown) setShown(question);
  if (shown === null) return null;
  const { now, wanted, fields } = shown;
  const isDelete = wanted === null;
  const mine: ConflictVersion = { ...now, ...wanted };
  return (
    <Dialog
      open={question !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) question?.answer('other');
      }}
      role="alertdialog"
      size={isDelete ? 'small' : 'medium'}
      title={strings.title}
      description={isDelete ? strings.deleteText(now.title) : strings.text(now.title)}
      footer={
        <>
          <Button data-autofocus="" onClick={() => question?.answer('other')}>
            {isDelete ? strings.keepItem : strings.keepOther}
          </Button>
          <Button
            variant={isDelete ? 'danger' : 'primary'}
            onClick={() => question?.answer('mine')}
          >
            {isDelete ? strings.deleteAnyway : strings.keepMine}
          </Button>
        </>
      }
    >
      <div className="grid gap-2 md:grid-cols-2">
        {!isDelete && <Side label={strings.mine} version={mine} other={now} fields={fields} />}
        <Side label={strings.other} version={now} other={mine} fields={fields} />
      </div>
    </Dialog>
  );
}
