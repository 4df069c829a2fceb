import type { ReactNode } from 'react';
import { messages } from '../../messages/messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';
import {
  failureStrings,
  LostTexts,
  TextKeepingBoundary,
  unbroken,
} from '../../ui/layers/lost-texts.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import type { BoundaryState } from '../../ui/layers/lost-texts.tsx';

const { shell } = messages;

/**
 * Keeps the shell working if a screen breaks or cannot be loaded (a chunk is unreachable). Navigating to
 * another `path` recovers: a screen that could not be loaded is loaded again.
 */
export class ScreenBoundary extends TextKeepingBoundary<
  { readonly path: string; readonly children: ReactNode },
  BoundaryState & { readonly path: string }
> {
  override state: BoundaryState & { readonly path: string } = {
    ...unbroken,
    path: this.props.path,
  };

  static getDerivedStateFromProps(
    props: { readonly path: string },
    state: { readonly path: string },
  ) {
    return props.path === state.path ? null : { ...unbroken, path: props.path };
  }

  override render() {
    const { error, lost } = this.state;
    if (error === null) return this.props.children;
    const { title, hint } = failureStrings(error);
    return (
      <>
        <EmptyState
          drawing={firstDrawings.lost}
          title={title}
          hint={hint}
          action={
            <Button variant="primary" icon={firstIcons.sync} onClick={() => location.reload()}>
              {shell.reload}
            </Button>
          }
        />
        <LostTexts texts={lost} />
      </>
    );
  }
}
