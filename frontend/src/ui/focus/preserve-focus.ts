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
    if (!isFocusLost()) return;
    focused.focus({ preventScroll: true });
    if (isFocusLost()) nearestCallout(container)?.focus({ preventScroll: true });
  };
  // Errors and new headings take focus before the second frame.
  return () => {
    pendingFrame = requestAnimationFrame(() => {
      pendingFrame = requestAnimationFrame(restore);
    });
  };
}

/** True if nothing has focus, or something that was disabled, which browsers notice only when they render the page. */
function isFocusLost(): boolean {
  return document.activeElement === document.body || hasDisabledFocus();
}

/** True if the focused element was disabled, other than while its action runs. */
export function hasDisabledFocus(): boolean {
  return document.activeElement?.matches(':disabled:not([aria-busy])') ?? false;
}

/** The nearest `Callout` in the same form or section. */
function nearestCallout(container: HTMLElement | null): HTMLElement | null {
  const callout = container?.querySelector<HTMLElement>('[data-callout]');
  if (callout || !container || container.matches('form, section, main')) return callout ?? null;
  return nearestCallout(container.parentElement);
}
