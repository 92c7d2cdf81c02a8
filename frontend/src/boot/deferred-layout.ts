/** About what a phone lays out without missing a frame. */
const BATCH_CHARACTERS = 2500;

const root = document.documentElement;

/**
 * Lets a phone paint the first screen before it lays out the rest (styles/later.css), which follows piece by piece while the browser
 * is idle. A reader who returns to a place in the page, or is sent to one, gets it whole: the place depends on all that is above.
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
    text += block.textContent.length;
  }
  requestIdleCallback(layOutNextBatch);
}
