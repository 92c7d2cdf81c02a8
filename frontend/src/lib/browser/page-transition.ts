/**
 * Fades from one page to the next where the browser can and the reader has not asked for less motion. `show` puts the next page
 * in place at once; it is called in any case.
 */
export function fadeToNextPage(show: () => void): void {
  const withoutFade =
    !('startViewTransition' in document) ||
    document.hidden ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (withoutFade) return show();
  const { ready, finished, updateCallbackDone } = document.startViewTransition(show);
  // A fade that does not come about, as when the next one begins, is no fault: the page is there.
  for (const step of [ready, finished, updateCallbackDone]) step.catch(() => undefined);
}
