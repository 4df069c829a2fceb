import { Close, Content, Description, Portal, Root, Title } from 'radix-ui/dialog';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { messages } from '../../messages/messages.ts';
import { classNames } from '../styles/class-names.ts';
import type { DialogProps } from './dialog.tsx';
import { firstIcons } from '../icons/first-icons.ts';
import { returnFocus } from '../interaction/focus-return.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { holdsUnsavedText } from '../interaction/unsaved-text.ts';
import { isFieldOfPage, PageRoom, ScrollLock } from './page-behind.tsx';
import { useLayerEntry } from './use-layer-entry.ts';
import { watchWidth } from '../interaction/watch-width.ts';
import { pressedKey } from '../interaction/pressed-key.ts';

/** Whether Escape ends an edit inside the dialog. */
function isLeftFirst(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-escape]') !== null;
}

/**
 * Key presses that a fading dialog received, but that were meant for the dialog that opens in its place.
 */
const passedOn = new WeakSet<Event>();

const positions = {
  center: 'md:items-center',
  top: 'md:items-start md:pt-[12vh]',
  side: 'md:items-center md:justify-end',
} as const;
const widths = {
  small: 'md:max-w-sm',
  medium: 'md:max-w-lg',
  wide: 'md:max-w-xl',
  large: 'md:max-w-3xl',
} as const;

/** The title with the description, and the button that closes the dialog. */
function Header({
  title,
  titleHidden,
  description,
  role,
}: Pick<DialogProps, 'title' | 'titleHidden' | 'description' | 'role'>) {
  return (
    <div
      className={
        titleHidden
          ? 'sr-only'
          : // Long texts above a low window scroll too, once the part below can shrink no further.
            'flex min-h-12 items-start justify-between gap-4 overflow-y-auto px-5 pt-4 pb-3'
      }
    >
      <div className="min-w-0 pt-1">
        <Title dir="auto" className="line-clamp-3 text-lead font-strong">
          {title}
        </Title>
        {description !== undefined && (
          <Description asChild>
            <div className="mt-1 text-ink-2">{description}</div>
          </Description>
        )}
      </div>
      {role === 'dialog' && !titleHidden && (
        <Close asChild>
          <IconButton label={messages.close} icon={firstIcons.close} className="-me-2" />
        </Close>
      )}
    </div>
  );
}

/** The scrolling part between header and footer. A line appears below the title once it is scrolled. */
function Body({
  isBelowTitle,
  children,
}: {
  readonly isBelowTitle: boolean;
  readonly children: ReactNode;
}) {
  const [isScrolled, setIsScrolled] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = body;
    if (current === null || current.scrollHeight <= current.clientHeight) return;
    // A text without any control is scrolled by keys while it has the focus.
    if (!current.querySelector('a, button, input, textarea, select')) current.tabIndex = 0;
  }, []);
  return (
    <div
      ref={body}
      onScroll={({ currentTarget }) => setIsScrolled(currentTarget.scrollTop > 0)}
      className={classNames(
        'min-h-16 shrink-[999] overflow-y-auto -outline-offset-2',
        // A focused element scrolls to a place below the sticky header.
        isBelowTitle ? 'border-t px-5 pt-1 pb-5' : 'scroll-pt-14',
        isBelowTitle && (isScrolled ? 'border-line' : 'border-transparent'),
      )}
    >
      {children}
    </div>
  );
}

/**
 * The element that is focused first: the one marked `data-autofocus`, or else the first field, or else the
 * dialog.
 */
function firstFocus(content: HTMLElement): HTMLElement {
  return (
    content.querySelector<HTMLElement>('[data-autofocus]') ??
    content.querySelector<HTMLElement>('input, textarea, select') ??
    content
  );
}

const wide = matchMedia('(min-width: 80rem)');

/** Whether a dialog would lose typed text if it were created again. */
function isTyping(): boolean {
  const isInField = document.activeElement?.matches('[role=dialog] :is(input, textarea, select)');
  return isInField === true || holdsUnsavedText(document);
}

/** One opening of a dialog, with the element that had the focus before and gets it back. */
interface Opening {
  readonly opener: Element | null;
}

/**
 * The dialog itself, in a separate chunk. It does not use Radix's overlay, which stops the page from
 * scrolling with a style element that the content security policy forbids.
 */
export default function DialogLayer(props: DialogProps) {
  const { open } = props;
  const isSide = props.position === 'side';
  const [hasPage, setHasPage] = useState(isSide && wide.matches);
  const openingRef = useRef<Opening | null>(null);
  const [{ wasOpen, openings }, setOpenings] = useState({ wasOpen: open, openings: 0 });
  if (open !== wasOpen) {
    setOpenings({ wasOpen: open, openings: open ? openings + 1 : openings });
    if (open) setHasPage(isSide && wide.matches);
  }
  useEffect(() => {
    if (!open || !isSide) return undefined;
    const onChange = () => {
      if (!isTyping()) setHasPage(wide.matches);
    };
    const stop = watchWidth(onChange);
    // The width may have changed since the rendering.
    onChange();
    return stop;
  }, [open, isSide]);
  // A dialog that is opened while it fades out starts again: another dialog may be above it by then, and
  // have the focus.
  return (
    <OpenedDialog
      key={`${openings} ${hasPage}`}
      {...props}
      hasPage={hasPage}
      openingRef={openingRef}
    />
  );
}

function OpenedDialog({
  open,
  onOpenChange,
  title,
  titleHidden,
  description,
  size = 'medium',
  position = 'center',
  role = 'dialog',
  hasAddress = false,
  footer,
  children,
  findReturn,
  hasPage,
  openingRef,
}: DialogProps & {
  /** Whether the page beside the dialog can be used. */
  readonly hasPage: boolean;
  readonly openingRef: RefObject<Opening | null>;
}) {
  useLayerEntry(open && !hasAddress, () => onOpenChange(false));
  const own = useRef<Opening | null>(null);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Root open={open} onOpenChange={onOpenChange} modal={!hasPage}>
      <Portal>
        <div
          data-state={open ? 'open' : 'closed'}
          className={classNames(
            'fixed z-40 flex data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
            hasPage
              ? 'pointer-events-none inset-x-0 top-16 bottom-0 justify-end px-4 pb-4 print:hidden'
              : 'inset-0 items-end justify-center bg-scrim md:px-4',
            !hasPage && positions[position],
          )}
        >
          {!hasPage && <ScrollLock />}
          {hasPage && open && <PageRoom onEscape={() => onOpenChange(false)} />}
          <Content
            ref={content}
            role={role}
            aria-modal={hasPage ? undefined : true}
            {...(description === undefined && { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              const { activeElement, body } = document;
              // The element that had the focus in the previous opening has been removed by now.
              const before = activeElement === body ? openingRef.current : null;
              own.current = { opener: before === null ? activeElement : before.opener };
              openingRef.current = own.current;
              if (content.current) firstFocus(content.current).focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (own.current === null || own.current !== openingRef.current) return;
              openingRef.current = null;
              returnFocus(findReturn?.() ?? own.current.opener);
            }}
            onKeyDown={(event) => {
              // Radix starts listening some time after the focus is here, so Escape would be lost until
              // then.
              if (pressedKey(event) !== 'Escape' || isLeftFirst(event.target)) return;
              if (event.defaultPrevented && !passedOn.has(event.nativeEvent)) return;
              event.preventDefault();
              onOpenChange(false);
            }}
            onEscapeKeyDown={(event) => {
              if (!open) passedOn.add(event);
              const isMeant = pressedKey(event) === 'Escape';
              if (!open || !isMeant || isLeftFirst(event.target) || isFieldOfPage(event.target)) {
                event.preventDefault();
              }
            }}
            onInteractOutside={(event) => {
              if (hasPage || role === 'alertdialog' || holdsUnsavedText(document)) {
                event.preventDefault();
              }
              if (event.target instanceof Element && event.target.closest('[data-toast-region]')) {
                event.preventDefault();
              }
            }}
            className={classNames(
              'flex w-full flex-col overflow-y-auto rounded-t-sheet bg-raised pb-safe',
              'outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
              'md:rounded-large md:pb-0',
              hasPage
                ? 'pointer-events-auto border border-line shadow-card'
                : 'max-h-[92dvh] shadow-overlay',
              !hasPage && position === 'side' && 'h-[92dvh]',
              // Below the space above it.
              !hasPage && position === 'top' && 'md:max-h-[84dvh]',
              // In a window too low for a fixed header and footer, everything scrolls.
              '[@media(max-height:30rem)]:block',
              'md:data-[state=closed]:animate-rise-out md:data-[state=open]:animate-rise-in',
              widths[size],
            )}
          >
            <Header title={title} titleHidden={titleHidden} description={description} role={role} />
            {children !== undefined && <Body isBelowTitle={!titleHidden}>{children}</Body>}
            {footer !== undefined && (
              <div className="flex shrink-0 flex-col-reverse gap-2 border-t border-line px-5 py-3 md:flex-row md:justify-end">
                {footer}
              </div>
            )}
          </Content>
        </div>
      </Portal>
    </Root>
  );
}
