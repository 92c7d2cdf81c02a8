/**
 * Notes what has the focus. What it returns gives the focus back where it was lost meanwhile, as by a button that is disabled while
 * it works. Where that button is gone, or has to wait, the remark beside it that says what came of it has the focus instead. Whoever
 * has gone on is left alone, and so is a face whose own heading or entry takes the focus as it arrives.
 */
export function noteFocus(): () => void {
  const noted = document.activeElement;
  if (!(noted instanceof HTMLElement) || noted === document.body) return () => undefined;
  const place = noted.parentElement;
  const giveBack = () => {
    if (document.activeElement !== document.body) return;
    noted.focus({ preventScroll: true });
    if (document.activeElement === document.body) remarkNear(place)?.focus({ preventScroll: true });
  };
  // In the first frame the button can be pressed again; faults and arriving faces take the focus by then.
  return () => requestAnimationFrame(() => requestAnimationFrame(giveBack));
}

/** The nearest remark, a `Notice`, in the same form or part of the page. */
function remarkNear(place: HTMLElement | null): HTMLElement | null {
  const remark = place?.querySelector<HTMLElement>('[data-remark]');
  if (remark || !place || place.matches('form, section, main')) return remark ?? null;
  return remarkNear(place.parentElement);
}
