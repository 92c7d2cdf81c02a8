/** Opens or closes a dialog: the browser itself does it, also before any script has run; where it does not know how, the press does. */
export function commanding(command: 'show-modal' | 'close', dialogId: string): object {
  const act = () => {
    const dialog = document.getElementById(dialogId);
    if ('command' in HTMLButtonElement.prototype || !(dialog instanceof HTMLDialogElement)) return;
    if (command === 'close') dialog.close();
    else if (!dialog.open) dialog.showModal();
  };
  return { command, commandfor: dialogId, onClick: act };
}
