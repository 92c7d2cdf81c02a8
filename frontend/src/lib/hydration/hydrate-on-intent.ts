import { restoreFormValues } from './form-values';
import { reloadOnce } from './reload-once';
import { HYDRATED_EVENT, HYDRATION_FAILED_EVENT } from './hydration-state';
import type { FindCurrent } from './replay-input';
import { startedInAnotherTab, mayHaveSession } from '../session/auth-client';

const INTENT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
/** Controls that do nothing before hydration. Inputs work; their values are replayed on hydration. */
const CONTROLS = 'button, [role=button], input[type=submit]';
/** Controls that the browser or an inline script handles without hydration. */
const WORKING_CONTROLS = `[data-theme-switch], [data-consent], form[method=dialog] *, [popovertarget]${'command' in HTMLButtonElement.prototype ? ', [commandfor]' : ''}`;

/**
 * Loads the page's code on the first sign of interaction, or right after load when a session exists. A
 * control clicked before hydration is clicked again afterward.
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
    import(/* @vite-ignore */ entry).catch(async () => {
      // The file is gone after a deployment, or the network failed. The page stays static and links keep
      // working.
      loading = await reloadOnce();
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
  document.addEventListener(HYDRATED_EVENT, (event) => {
    hydrated = true;
    const clicked = pending && (event as CustomEvent<FindCurrent>).detail(pending);
    release();
    clicked?.click();
  });
  // A module cannot be loaded twice, so the next click reloads the page.
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
