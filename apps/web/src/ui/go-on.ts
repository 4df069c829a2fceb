import { useLocation } from 'wouter';

/**
 * For what takes a while and then goes on to another page: call it at the start, and the function
 * it returns at the end. Somebody who has gone elsewhere meanwhile is left there.
 */
export function useGoOn(): () => (to: string, options?: { readonly replace: boolean }) => void {
  const [, navigate] = useLocation();
  return () => {
    const startedAt = location.pathname;
    return (to, options) => {
      if (location.pathname === startedAt) navigate(to, options);
    };
  };
}
