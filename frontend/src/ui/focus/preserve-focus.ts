/** The frame in which focus lost during the last action is restored. */
let pendingFrame = 0;

/**
 * Remembers the focused element. The returned function restores focus if it was lost, for example because the
 * button was disabled while busy; render it enabled first. If the element was removed or is disabled, the nearest callout gets focus.
 * Does nothing when something else has focus, or when another action has begun.
 */
export function preserveFocus(): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return () => undefined;
  cancelAnimationFrame(pendingFrame);
  const container = focused.parentElement;
  const restore = () => {
    if (document.activeElement !== document.body) return;
    focused.focus({ preventScroll: true });
    if (document.activeElement === document.body) nearestCallout(container)?.focus({ preventScroll: true });
  };
  // Errors and new headings take focus before the second frame.
  return () => {
    pendingFrame = requestAnimationFrame(() => {
      pendingFrame = requestAnimationFrame(restore);
    });
  };
}

/** The nearest `Callout` in the same form or section. */
function nearestCallout(container: HTMLElement | null): HTMLElement | null {
  const callout = container?.querySelector<HTMLElement>('[data-callout]');
  if (callout || !container || container.matches('form, section, main')) return callout ?? null;
  return nearestCallout(container.parentElement);
}
