/**
 * Notes what has the focus. What it returns gives the focus back where it was lost meanwhile, as by a button that is disabled while
 * it works. Whoever has gone on is left alone, and so is a face whose own heading or entry takes the focus as it arrives.
 */
export function noteFocus(): () => void {
  const noted = document.activeElement;
  const giveBack = () => {
    if (document.activeElement === document.body && noted instanceof HTMLElement && noted.isConnected)
      noted.focus({ preventScroll: true });
  };
  // In the first frame the button can be pressed again; faults and arriving faces take the focus by then.
  return () => requestAnimationFrame(() => requestAnimationFrame(giveBack));
}
