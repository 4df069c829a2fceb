import { may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useId } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { Link } from '../../ui/controls/link.tsx';
import { browserCode } from '../../adapters/browser/browser-code.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { useInlineEdit } from './inline-edit.ts';
import { hrefOf } from '../actions/item-href.ts';
import { shownTitle } from '../fields/shown-names.ts';

const { item: strings } = listMessages;

/** The editor of a title; the title stays as it is until the code has loaded. */
const TitleEditor = lazyComponent(
  browserCode(() => import('./title-editor.tsx')),
  (it) => it.TitleEditor,
  ({ title }) => (
    <span dir="auto" className="min-w-0 truncate">
      {shownTitle(title)}
    </span>
  ),
);

/** Loads the editor before a title is pressed. */
export const preloadTitleEditor = TitleEditor.preload;

/** In front of the free space of its row, which opens the sheet. */
const raised = 'touch-target z-1 text-start';

/**
 * The title of an item in a row or card: for a campaign or task a link to its page, for an open todo a
 * button that turns into an editor, for other items plain text.
 */
export function ItemTitle({
  item,
  isStruck,
  className,
}: {
  readonly item: LocalItem;
  /** Whether completed items are struck through; in a list of completed items that only makes them hard to read. */
  readonly isStruck: boolean;
  readonly className: string;
}) {
  const href = hrefOf(item);
  const isDone = item.status === 'completed';
  const title = shownTitle(item.title);
  // The part of a title that labels leave it: about its first 30 letters; no more than even narrow letters take.
  const style = { minWidth: `min(${Math.min(title.length, 39) / 2.6}em, 28%)` };
  const text = (
    <span
      dir="auto"
      title={title}
      className={classNames(
        // One line in a wide row, two in a narrow one; the whole title is in the tooltip and the sheet.
        'two-lines @2xl:block @2xl:truncate',
        isDone && isStruck && 'text-ink-3 line-through decoration-line-strong',
      )}
    >
      {title}
    </span>
  );
  if (href !== null) {
    return (
      <Link
        href={href}
        data-control="title"
        tabIndex={-1}
        className={classNames(className, raised)}
        style={style}
      >
        {text}
      </Link>
    );
  }
  return (
    <EditableTitle item={item} tabIndex={-1} className={className} style={style}>
      {text}
    </EditableTitle>
  );
}

/**
 * A title that turns into an editor when it is pressed; plain text while the item is completed or
 * view-only. An open editor stays, whatever arrives.
 */
export function EditableTitle({
  item,
  tabIndex,
  className,
  style,
  children,
}: {
  readonly item: LocalItem;
  readonly tabIndex?: number | undefined;
  readonly className: string;
  readonly style?: CSSProperties | undefined;
  readonly children: ReactNode;
}) {
  const isOpen = item.status !== 'completed' && may(item.permission, 'edit');
  const edit = useInlineEdit(item);
  const { seen, opener, start } = edit;
  const hintId = useId();
  if (seen !== null) {
    return <TitleEditor title={seen.title} edit={edit} />;
  }
  if (!isOpen) {
    return (
      <p className={className} style={style}>
        {children}
      </p>
    );
  }
  return (
    <button
      ref={opener}
      type="button"
      data-control="title"
      tabIndex={tabIndex}
      aria-describedby={hintId}
      onClick={start}
      className={classNames(className, raised, 'cursor-text!')}
      style={style}
    >
      <span className="contents">{children}</span>
      <span id={hintId} hidden>
        {strings.editTitle}
      </span>
    </button>
  );
}
