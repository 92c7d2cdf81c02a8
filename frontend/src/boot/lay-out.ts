/** About what a phone lays out without missing a frame. */
const TEXT_AT_ONCE = 2500;

const root = document.documentElement;

/**
 * Lets a phone paint the first screen before it lays out the rest (styles/later.css), which follows piece by piece while the browser
 * is idle. A reader who returns to a place in the page, or is sent to one, gets it whole: the place depends on all that is above.
 */
export function layOutLater(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!('requestIdleCallback' in globalThis) || entry?.type !== 'navigate' || location.hash) return;
  root.dataset['laying'] = 'out';
  addEventListener('load', () => requestIdleCallback(layOutNext));
}

function layOutNext(): void {
  const blocks = document.querySelectorAll<HTMLElement>('.later:not([data-laid])');
  if (blocks.length === 0) {
    delete root.dataset['laying'];
    return;
  }
  let text = 0;
  for (const block of blocks) {
    if (text > TEXT_AT_ONCE) break;
    block.dataset['laid'] = '';
    text += block.textContent.length;
  }
  requestIdleCallback(layOutNext);
}
