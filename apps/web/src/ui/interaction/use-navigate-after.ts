import { useBrowserLocation } from 'wouter/use-browser-location';

/**
 * Navigates after a long action: call it at the start, and the function that it returns at the end,
 * which does nothing if the person has left the page meanwhile.
 */
export function useNavigateAfter(): () => (
  to: string,
  options?: { readonly replace: boolean },
) => void {
  const [, navigate] = useBrowserLocation();
  return () => {
    const startedAt = location.pathname;
    return (to, options) => {
      if (location.pathname === startedAt) navigate(to, options);
    };
  };
}
