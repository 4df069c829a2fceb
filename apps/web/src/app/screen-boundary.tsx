import { Component } from 'react';
import type { ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { firstDrawings } from '../ui/first-drawings.tsx';
import { failureStrings } from '../ui/failure-strings.ts';
import { firstIcons } from '../ui/first-icons.ts';
import { forgetFailedParts } from '../ui/lazy-part.tsx';

const { shell } = messages;

/**
 * Keeps a screen that cannot be loaded (a chunk is out of reach) or that broke from taking the shell
 * with it. Going to another `path` is enough to be well again: what could not be loaded is loaded again.
 */
export class ScreenBoundary extends Component<
  { readonly path: string; readonly children: ReactNode },
  { readonly error: unknown; readonly path: string }
> {
  override state: { readonly error: unknown; readonly path: string } = {
    error: null,
    path: this.props.path,
  };

  static getDerivedStateFromProps(
    props: { readonly path: string },
    state: { readonly path: string },
  ) {
    return props.path === state.path ? null : { error: null, path: props.path };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    forgetFailedParts();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { title, hint } = failureStrings(error);
    return (
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
    );
  }
}
