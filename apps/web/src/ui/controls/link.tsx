import type { ComponentProps } from 'react';
import { navigate } from 'wouter/use-browser-location';

/**
 * A link inside the app; `href` is a route. A plain press navigates without loading the page. A press with
 * another button or a modifier key, for a new tab for example, is left to the browser.
 */
export function Link({
  href,
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { readonly href: string }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        const { ctrlKey, metaKey, altKey, shiftKey, button } = event;
        if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return;
        onClick?.(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        navigate(href);
      }}
    >
      {children}
    </a>
  );
}
