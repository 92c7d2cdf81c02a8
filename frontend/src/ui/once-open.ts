import { useEffect, useState } from 'react';

/** Whether the dialog with this id has been opened, by whomever; from then on it stays true. */
export function useOnceOpen(dialogId: string): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const dialog = document.getElementById(dialogId);
    if (opened || !dialog) return undefined;
    const look = () => {
      if (dialog.hasAttribute('open')) setOpened(true);
    };
    const observer = new MutationObserver(look);
    observer.observe(dialog, { attributeFilter: ['open'] });
    look();
    return () => observer.disconnect();
  }, [dialogId, opened]);
  return opened;
}
