import { Close, Content, Description, Portal, Root, Title } from 'radix-ui/dialog';
import { useRef } from 'react';
import { messages } from '../messages/messages.ts';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

const widths = { small: 'md:max-w-sm', medium: 'md:max-w-lg', large: 'md:max-w-3xl' } as const;

/**
 * The dialog itself, in a chunk of its own. The scrim is ours rather than Radix's: that one adds a
 * style element to the page to stop it from scrolling, which the content security policy forbids;
 * `data-scroll-lock` in base.css does it instead.
 */
export default function DialogLayer({
  open,
  onOpenChange,
  title,
  titleHidden,
  description,
  size = 'medium',
  position = 'center',
  role = 'dialog',
  footer,
  children,
}: DialogProps) {
  const opener = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <div
          data-scroll-lock=""
          data-state={open ? 'open' : 'closed'}
          className={classNames(
            'fixed inset-0 z-40 flex items-end justify-center bg-scrim md:px-4',
            'data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
            position === 'top' ? 'md:items-start md:pt-[12vh]' : 'md:items-center',
          )}
        >
          <Content
            ref={content}
            role={role}
            {...(description === undefined && { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              opener.current = document.activeElement;
              const wanted = content.current?.querySelector<HTMLElement>('[data-autofocus]');
              if (!wanted) return;
              event.preventDefault();
              wanted.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener.current instanceof HTMLElement) opener.current.focus();
            }}
            onInteractOutside={(event) => {
              if (role === 'alertdialog') event.preventDefault();
              if (event.target instanceof Element && event.target.closest('[data-toast-region]')) {
                event.preventDefault();
              }
            }}
            className={classNames(
              'flex max-h-[92dvh] w-full flex-col rounded-t-sheet bg-raised pb-safe shadow-overlay',
              'outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
              'md:max-h-[85dvh] md:rounded-large md:pb-0',
              'md:data-[state=closed]:animate-rise-out md:data-[state=open]:animate-rise-in',
              widths[size],
            )}
          >
            <div
              className={
                titleHidden ? 'sr-only' : 'flex items-start justify-between gap-4 px-5 pt-4 pb-3'
              }
            >
              <div className="min-w-0 pt-1">
                <Title className="text-lead font-strong">{title}</Title>
                {description !== undefined && (
                  <Description asChild>
                    <div className="mt-1 text-ink-2">{description}</div>
                  </Description>
                )}
              </div>
              {role === 'dialog' && !titleHidden && (
                <Close asChild>
                  <IconButton label={messages.close} icon="close" className="-mr-2" />
                </Close>
              )}
            </div>
            {children !== undefined && (
              <div className={classNames('min-h-0 overflow-y-auto', !titleHidden && 'px-5 pb-5')}>
                {children}
              </div>
            )}
            {footer !== undefined && (
              <div className="flex flex-col-reverse gap-2 border-t border-line px-5 py-3 md:flex-row md:justify-end">
                {footer}
              </div>
            )}
          </Content>
        </div>
      </Portal>
    </Root>
  );
}
