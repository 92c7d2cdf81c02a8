/**
 * Puts the focus on a section's heading where it was lost with what was taken out of the section: otherwise keyboard and screen
 * reader would begin again at the top of the page. Whoever has gone on meanwhile is left alone. `show` brings the heading into view,
 * for where so much was taken out that the section has left the screen.
 */
export function restoreFocus(heading: HTMLElement | null, { show = false } = {}): void {
  const restore = () => {
    if (document.activeElement === document.body) heading?.focus({ preventScroll: !show });
  };
  // By the second frame what goes is gone, and with it the focus.
  requestAnimationFrame(() => requestAnimationFrame(restore));
}
