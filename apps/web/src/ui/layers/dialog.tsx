import type { ReactNode } from 'react';
import { LayerBoundary } from './layer-boundary.tsx';
import { lazyComponent } from '../lazy/lazy-component.tsx';

const DialogLayer = lazyComponent(
  () => import('./dialog-layer.tsx'),
  (it) => it.default,
);

/** The props of every dialog; screen readers read `title` even if it is hidden. */
export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly titleHidden?: boolean | undefined;
  readonly description?: ReactNode;
  /** small: a question; medium: a form; large: content side by side. */
  readonly size?: 'small' | 'medium' | 'wide' | 'large' | undefined;
  /**
   * center: for forms and questions; top: under the header, for search; side: at the end side, for texts to
   * read, from 1280 px on beside the page, which can be used meanwhile.
   */
  readonly position?: 'center' | 'top' | 'side' | undefined;
  /** alertdialog: must be answered; a press outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  /** The address names what the dialog shows, so that Back closes it already. */
  readonly hasAddress?: boolean | undefined;
  /** Buttons in a bar that stays visible while the content scrolls. */
  readonly footer?: ReactNode;
  /** Finds the element that gets the focus after the dialog, if not the one that had it before. */
  readonly findReturn?: (() => HTMLElement | null) | undefined;
  readonly children?: ReactNode;
}

/**
 * A modal layer, except for `side`: from below on phones, floating on wider windows. The focus goes to the first field marked
 * `data-autofocus`, else to the first control, and returns to the previous element when the dialog closes.
 * Escape closes it, except inside an element with `data-own-escape`, which handles Escape itself. Its code is
 * loaded when a dialog first opens.
 */
export function Dialog(props: DialogProps) {
  return (
    <LayerBoundary open={props.open} onClose={() => props.onOpenChange(false)}>
      <DialogLayer {...props} />
    </LayerBoundary>
  );
}

/** A list of choices that slides in from below on phones, and is a small floating card on wider windows. */
export function Sheet(props: Omit<DialogProps, 'size' | 'position' | 'role'>) {
  return <Dialog {...props} size="small" />;
}
