/** About as much text as a phone lays out within one frame. */
const BATCH_CHARACTERS = 2500;

const root = document.documentElement;

/**
 * Lets phones paint the first screen before laying out the rest (styles/deferred.css), which follows in
 * batches while the browser is idle. Skipped when the scroll position depends on the full layout: history
 * navigation and anchors.
 */
export function deferLayout(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!('requestIdleCallback' in globalThis) || entry?.type !== 'navigate' || location.hash) return;
  root.dataset['layout'] = 'deferred';
  addEventListener('load', () => requestIdleCallback(layOutNextBatch));
}

function layOutNextBatch(): void {
  const blocks = document.querySelectorAll<HTMLElement>('.deferred:not([data-laid-out])');
  if (blocks.length === 0) {
    delete root.dataset['layout'];
    return;
  }
  let text = 0;
  for (const block of blocks) {
    if (text > BATCH_CHARACTERS) break;
    block.dataset['laidOut'] = '';
    text += block.textContent?.length ?? 0;
  }
  requestIdleCallback(layOutNextBatch);
}
