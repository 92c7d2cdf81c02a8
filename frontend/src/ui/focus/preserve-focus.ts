/** The frame in which focus lost during the last action is restored. */
let pendingFrame = 0;
/** What had focus when the last action began, and where it is on the page. */
let lastAction: { focused: HTMLElement; container: HTMLElement | null } | undefined;

/**
 * Remembers the focused element. The returned function restores focus if it was lost. If the element was removed or is disabled, the
 * nearest callout gets focus.
 * Does nothing when something else has focus, or when another action has begun.
 */
export function preserveFocus(): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return () => undefined;
  cancelAnimationFrame(pendingFrame);
  const container = focused.parentElement;
  lastAction = { focused, container };
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

/** Focuses a new callout if it appeared together with the loss of the focus, however late the page was rendered. */
export function takeLostFocus(callout: HTMLElement | null): void {
  if (!lastAction || !isFocusLost()) return;
  const { focused, container } = lastAction;
  if (focused.isConnected && !isDisabled(focused)) return;
  if (nearestCallout(container) === callout) callout?.focus({ preventScroll: true });
}

/** True if nothing has focus, or something that was disabled, which browsers notice only when they render the page. */
function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === document.body || (focused !== null && isDisabled(focused));
}

function isDisabled(element: Element): boolean {
  return element.matches(':disabled');
}

/** The nearest `Callout` in the same form or section. */
function nearestCallout(container: HTMLElement | null): HTMLElement | null {
  const callout = container?.querySelector<HTMLElement>('[data-callout]');
  if (callout || !container || container.matches('form, section, main')) return callout ?? null;
  return nearestCallout(container.parentElement);
}
