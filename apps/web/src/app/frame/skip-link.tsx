import { messages } from '../../messages/messages.ts';

/**
 * The first keyboard stop on every page: skips header and nav to the main content. It is not a page, so it
 * leaves the address and the history unchanged.
 */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.querySelector('main')?.focus();
      }}
      className="fixed top-2 start-2 z-60 rounded-medium bg-accent px-4 py-2 font-strong text-on-accent not-focus:-top-20"
    >
      {messages.shell.skipToContent}
    </a>
  );
}
