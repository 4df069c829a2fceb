import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { messages } from '../../messages/messages.ts';
import { Button } from '../controls/button.tsx';
import { failureStrings, LostTexts, TextKeepingBoundary, unbroken } from './lost-texts.tsx';
import { firstIcons } from '../icons/first-icons.ts';
import { IconButton } from '../controls/icon-button.tsx';
import type { BoundaryState } from './lost-texts.tsx';

const { shell } = messages;

interface LayerProps {
  /** Whether the layer is shown; absent for a layer that opens by itself. */
  readonly open?: boolean | undefined;
  /** Closes the layer; one that opens by itself is only hidden. */
  readonly onClose?: (() => void) | undefined;
  /** Shown while the code of the layer loads. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface LayerState extends BoundaryState {
  readonly isDismissed: boolean;
  readonly wasOpen: boolean;
  readonly isUsed: boolean;
}

/**
 * A layer that is loaded when it first opens, and then stays, so that it can fade out. If it cannot be
 * loaded or throws, an error with Reload replaces it, and the page below stays. The error can be closed;
 * opening the layer again is a retry.
 */
export class LayerBoundary extends TextKeepingBoundary<LayerProps, LayerState> {
  override state: LayerState = {
    ...unbroken,
    isDismissed: false,
    wasOpen: this.props.open ?? true,
    isUsed: this.props.open ?? true,
  };

  static getDerivedStateFromProps({ open = true }: LayerProps, { wasOpen }: LayerState) {
    if (open === wasOpen) return null;
    if (!open) return { wasOpen: false };
    return { wasOpen: true, isUsed: true, ...unbroken, isDismissed: false };
  }

  private readonly close = () => {
    this.setState({ isDismissed: true });
    this.props.onClose?.();
  };

  override render() {
    const { error, lost, isDismissed, wasOpen, isUsed } = this.state;
    if (!isUsed) return null;
    if (error === null) {
      return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
    }
    if (isDismissed || !wasOpen) return null;
    const { title, hint } = failureStrings(error);
    // Attached to the body: inside a container `fixed` would be relative to the container.
    return createPortal(
      <div
        role="alert"
        className="fixed inset-x-4 bottom-safe-20 z-50 mx-auto flex max-w-md items-start gap-3 rounded-large bg-raised p-4 shadow-overlay lg:bottom-6"
      >
        <div className="min-w-0 flex-1">
          <p className="font-strong">{title}</p>
          <p className="mt-1 text-ink-2">{hint}</p>
          <LostTexts texts={lost} />
          <Button
            className="mt-3"
            variant="primary"
            icon={firstIcons.sync}
            onClick={() => location.reload()}
          >
            {shell.reload}
          </Button>
        </div>
        <IconButton label={messages.close} icon={firstIcons.close} onClick={this.close} />
      </div>,
      document.body,
    );
  }
}
