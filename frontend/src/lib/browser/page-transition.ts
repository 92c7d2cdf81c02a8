/** Fades to the next page where supported and motion is not reduced. `show` is always called. */
export function fadeToNextPage(show: () => void): void {
  const fades = !document.hidden && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const transition = fades ? document.startViewTransition?.(show) : undefined;
  if (!transition) return show();
  const { ready, finished, updateCallbackDone } = transition;
  // A skipped transition is not an error.
  for (const step of [ready, finished, updateCallbackDone]) step.catch(() => undefined);
}
