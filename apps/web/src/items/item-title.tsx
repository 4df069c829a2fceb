import { may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { moreMessages } from '../messages/more-messages.ts';
import { useClient } from '../replica/index.ts';
import { classNames } from '../ui/class-names.ts';
import { Link } from '../ui/link.tsx';
import { useItemScreen } from './item-dialogs.tsx';
import { hrefOf } from './item-href.ts';
import { TitleEditor } from './title-editor.tsx';
import type { TitleEnd } from './title-editor.tsx';
import { useItemActions } from './use-item-actions.ts';

const { item: strings } = moreMessages;

/** The pressable area of a title is its whole row; the other controls of the row lie above it. */
const stretched = 'after:absolute after:inset-0 text-start';

/**
 * The title of an item in a row or card: of a campaign or task a link to its page, of an open todo a
 * button that turns into an editor, of anything else plain text.
 */
export function ItemTitle({
  item,
  isStruck,
  className,
}: {
  readonly item: LocalItem;
  /** Whether what is completed is struck through; where all of it is, that only makes it hard to read. */
  readonly isStruck: boolean;
  readonly className: string;
}) {
  const href = hrefOf(item);
  const isDone = item.status === 'completed';
  const title = item.title === '' ? strings.untitled : item.title;
  const text = (
    <span
      className={classNames(
        'two-lines',
        isDone && isStruck && 'text-ink-3 line-through decoration-line-strong',
      )}
    >
      {title}
    </span>
  );
  if (href !== null) {
    return (
      <Link href={href} data-control="title" className={classNames(className, stretched)}>
        {text}
      </Link>
    );
  }
  const isOpen = !isDone && may(item.permission, 'edit');
  return (
    <EditableTitle item={item} isOpen={isOpen} className={className}>
      {text}
    </EditableTitle>
  );
}

function EditableTitle({
  item,
  isOpen,
  className,
  children,
}: {
  readonly item: LocalItem;
  /** Whether it may be edited; an editor that is open stays, whatever arrives. */
  readonly isOpen: boolean;
  readonly className: string;
  readonly children: ReactNode;
}) {
  /** The item as it was when the editor opened; null while it is closed. */
  const [seen, setSeen] = useState<LocalItem | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hintId = useId();
  const { edit } = useItemActions();
  const { replica } = useClient();
  const { ask } = useItemScreen();

  const save = async (before: LocalItem, title: string) => {
    if (await edit(before, { title })) return;
    // What was typed into an item that has gone can still be copied.
    const isGone = replica.get().item(before.uuid) === undefined;
    if (isGone) ask({ kind: 'edit', item: { ...before, title } });
  };
  const end = ({ title, byKey }: TitleEnd) => {
    if (byKey) {
      flushSync(() => setSeen(null));
      button.current?.focus();
    } else setSeen(null);
    if (title !== null && seen !== null) void save(seen, title);
  };

  if (seen !== null) return <TitleEditor title={seen.title} onEnd={end} />;
  if (!isOpen) return <p className={className}>{children}</p>;
  return (
    <button
      ref={button}
      type="button"
      data-control="title"
      aria-describedby={hintId}
      onClick={() => setSeen(item)}
      className={classNames(className, stretched, 'cursor-text!')}
    >
      {children}
      <span id={hintId} hidden>
        {strings.editTitle}
      </span>
    </button>
  );
}
