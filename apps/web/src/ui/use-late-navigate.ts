import { useLocation } from 'wouter';

/**
 * Navigates after a long action: call it at the start, and the function that it returns at the end,
 * which does nothing if the person has left the page meanwhile.
 */
export function useLateNavigate(): () => (
  to: string,
  options?: { readonly replace: boolean },
) => void {
  const [, navigate] = useLocation();
  return () => {
    const startedAt = location.pathname;
    return (to, options) => {
      if (location.pathname === startedAt) navigate(to, options);
    };
  };
}
