import { saveFormValues, restoreFormValues } from '../lib/browser/form-values';
import { reloadOnce } from '../lib/browser/reload-once';
import { HYDRATED_EVENT, HYDRATION_FAILED_EVENT } from '../lib/browser/hydration';
import { startedInAnotherTab, mayHaveSession } from '../lib/session/auth-client';

const INTENT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
/** Controls that mean nothing before the page is awake. Entries are not among them: what is entered is told to the page when it wakes. */
const CONTROLS = 'button, [role=button], input[type=submit]';
/** Those among them that the browser, or a script of ours at the head, answers by itself. */
const WORKING_CONTROLS = `[data-theme-switch], [data-consent], form[method=dialog] *, [popovertarget]${'command' in HTMLButtonElement.prototype ? ', [commandfor]' : ''}`;

/**
 * Loads the page's own code on the first sign that somebody means to use it, or once painted where somebody is signed in. A
 * control that is pressed before it can answer is pressed anew as soon as it can.
 */
export function hydrateOnIntent(entry: string, chunks: readonly string[]): void {
  let hydrated = false;
  let loading = false;
  let failed = false;
  let pending: HTMLElement | undefined;

  const load = () => {
    if (loading) return;
    loading = true;
    for (const chunk of chunks) preload(chunk);
    import(/* @vite-ignore */ entry).catch(() => {
      // Gone after a deployment, or the line broke: the page stays as it is, and links still work.
      loading = saveFormValues() && reloadOnce();
      release();
    });
  };
  const release = () => {
    pending?.removeAttribute('aria-busy');
    pending = undefined;
  };
  const onClick = (event: MouseEvent) => {
    if (hydrated) return;
    const control = (event.target as Element).closest<HTMLElement>(CONTROLS);
    if (!control || control.matches(WORKING_CONTROLS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (failed) return location.reload();
    release();
    pending = control;
    pending.setAttribute('aria-busy', 'true');
    load();
  };

  for (const intent of INTENT_EVENTS) addEventListener(intent, load, { passive: true });
  addEventListener('storage', (event) => startedInAnotherTab(event) && load());
  document.addEventListener('click', onClick, true);
  document.addEventListener(HYDRATED_EVENT, () => {
    hydrated = true;
    const clicked = pending;
    release();
    clicked?.click();
  });
  // The entry came and the rest did not: it cannot begin twice, so whoever presses again begins with a new page.
  document.addEventListener(HYDRATION_FAILED_EVENT, () => {
    failed = true;
    release();
  });
  document.addEventListener('DOMContentLoaded', restoreFormValues);
  if (mayHaveSession()) addEventListener('load', () => requestAnimationFrame(() => setTimeout(load)));
}

function preload(chunk: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = chunk;
  document.head.append(link);
}
