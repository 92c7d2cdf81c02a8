/** The page's live region for waits. It moves into an open dialog, because screen readers ignore what is behind it. */
let region: HTMLElement | undefined;

/** Announces a wait to screen readers, once, however many controls show it. Returns a function that ends it. */
export function announceWait(text: string): () => void {
  region ??= createRegion();
  const parent = document.querySelector('dialog[open]') ?? document.body;
  if (region.parentElement !== parent) parent.append(region);
  const current = region;
  // Screen readers only announce changes to a region that already exists.
  const timer = setTimeout(() => {
    if (current.textContent !== text) current.textContent = text;
  });
  return () => {
    clearTimeout(timer);
    current.textContent = '';
  };
}

function createRegion(): HTMLElement {
  const created = document.createElement('div');
  created.className = 'sr-only';
  created.setAttribute('aria-live', 'polite');
  return created;
}
