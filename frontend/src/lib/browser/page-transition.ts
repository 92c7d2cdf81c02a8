/** Fades to the next page where supported and motion is not reduced. `show` is always called. */
export function fadeToNextPage(show: () => void): void {
  if (
    !document.startViewTransition ||
    document.hidden ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches
  )
    return show();
  const { ready, finished, updateCallbackDone } = document.startViewTransition(show);
  // A skipped transition is not an error.
  for (const step of [ready, finished, updateCallbackDone]) step.catch(() => undefined);
}
