import { useEffect, useState } from 'react';

/**
 * Whether the browser is leaving the page, so that its form can't be submitted again. Ends when the back button restores the page as it
 * was left.
 */
export function useLeaving(): [leaving: boolean, setLeaving: (leaving: boolean) => void] {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const restore = () => setLeaving(false);
    window.addEventListener('pageshow', restore);
    return () => window.removeEventListener('pageshow', restore);
  }, []);
  return [leaving, setLeaving];
}
