/**
 * Focuses a section's heading when the focused element was removed, so that keyboard and screen reader users
 * keep their place. Does nothing when something else has focus. `show` also scrolls the heading into view.
 */
export function restoreFocus(heading: HTMLElement | null, { show = false } = {}): void {
  const restore = () => {
    if (document.activeElement === document.body) heading?.focus({ preventScroll: !show });
  };
  // React has removed the element by the second frame.
  requestAnimationFrame(() => requestAnimationFrame(restore));
}
