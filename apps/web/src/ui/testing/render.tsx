import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** Puts `content` on the page, in strict mode, until the test ends. */
export function render(content: ReactNode): void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(<StrictMode>{content}</StrictMode>);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
}
