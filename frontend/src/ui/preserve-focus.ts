/**
 * Notes what has the focus. What it returns gives the focus back where it was lost meanwhile, as by a button that is disabled while
 * it works. Where that button is gone, or has to wait, the remark beside it that says what came of it has the focus instead. Whoever
 * has gone on is left alone, and so is a face whose own heading or entry takes the focus as it arrives.
 */
export function preserveFocus(): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return () => undefined;
  const container = focused.parentElement;
  const restore = () => {
    if (document.activeElement !== document.body) return;
    focused.focus({ preventScroll: true });
    if (document.activeElement === document.body) nearestCallout(container)?.focus({ preventScroll: true });
  };
  // In the first frame the button can be pressed again; faults and arriving faces take the focus by then.
  return () => requestAnimationFrame(() => requestAnimationFrame(restore));
}

/** The nearest remark, a `Notice`, in the same form or part of the page. */
function nearestCallout(container: HTMLElement | null): HTMLElement | null {
  const callout = container?.querySelector<HTMLElement>('[data-callout]');
  if (callout || !container || container.matches('form, section, main')) return callout ?? null;
  return nearestCallout(container.parentElement);
}
