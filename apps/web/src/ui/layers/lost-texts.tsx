import { Component } from 'react';
import { messages } from '../../messages/messages.ts';
import { forgetFailedComponents } from '../lazy/lazy-component.tsx';

/** A text field of the page, with its text when it was read. */
interface ReadField {
  readonly element: Element;
  readonly label: string;
  readonly text: string;
}

/** A typed text whose field was removed by an error. */
export interface LostText {
  readonly label: string;
  readonly text: string;
}

/** The state of every boundary: the caught error, and the texts that the error removed. */
export interface BoundaryState {
  readonly error: unknown;
  /** The fields of the page when the error was caught. */
  readonly fields: readonly ReadField[];
  readonly lost: readonly LostText[];
}

/** A boundary that has caught nothing. */
export const unbroken = { error: null, fields: [], lost: [] } as const;

const textFields = 'textarea, input:not([type]), input:is([type=text], [type=search], [type=tel])';

function readFields(): readonly ReadField[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields);
  return [...fields]
    .filter(({ value }) => value.trim() !== '')
    .map((element) => ({
      element,
      label: element.labels?.[0]?.textContent ?? element.ariaLabel ?? '',
      text: element.value,
    }));
}

/**
 * An error boundary that keeps the typed texts below it: the fields are read while they are still on the
 * page, and the texts of removed ones are in `state.lost`.
 */
export abstract class TextKeepingBoundary<Props, State extends BoundaryState> extends Component<
  Props,
  State
> {
  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, fields: readFields() };
  }

  override componentDidCatch(): void {
    forgetFailedComponents();
    this.setState(({ fields }) => ({ lost: fields.filter(({ element }) => !element.isConnected) }));
  }
}

/** The lost texts, to be copied from here. */
export function LostTexts({ texts }: { readonly texts: readonly LostText[] }) {
  return (
    texts.length > 0 && (
      <div className="mx-auto max-w-md rounded-large border border-line bg-surface px-4 py-3">
        <p className="font-strong">{messages.shell.typed}</p>
        <dl>
          {texts.map(({ label, text }) => (
            <div key={label} className="mt-2 wrap-anywhere">
              <dt className="text-meta text-ink-3">{label}</dt>
              <dd dir="auto" className="whitespace-pre-wrap">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    )
  );
}

/** The texts for an `error` of a part of the app: its code could not be loaded, or it failed. */
export function failureStrings(error: unknown) {
  const { shell } = messages;
  // Browsers throw such an error when a chunk cannot be loaded.
  const isLoading = error instanceof TypeError && /import|module/i.test(error.message);
  return isLoading
    ? { title: shell.screenFailed, hint: shell.screenFailedHint }
    : { title: shell.crashed, hint: shell.crashedHint };
}
