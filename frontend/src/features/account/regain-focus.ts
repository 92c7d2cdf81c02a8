/**
 * Puts the focus on a section's heading where it was lost with what was taken out of the section: otherwise keyboard and screen
 * reader would begin again at the top of the page. Whoever has gone on meanwhile is left alone.
 */
export function regainFocus(heading: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) heading?.focus({ preventScroll: true });
  });
}
