import { useEffect, useState } from 'react';

/** Whether the dialog with this ID has been opened at least once. */
export function useHasOpened(dialogId: string): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const dialog = document.getElementById(dialogId);
    if (opened || !dialog) return undefined;
    const check = () => {
      if (dialog.hasAttribute('open')) setOpened(true);
    };
    const observer = new MutationObserver(check);
    observer.observe(dialog, { attributeFilter: ['open'] });
    check();
    return () => observer.disconnect();
  }, [dialogId, opened]);
  return opened;
}
