import { keepEntries, restoreEntries } from '../lib/browser/kept-entries';
import { reloadOnce } from '../lib/browser/reload-once';
import { AWAKE_EVENT, STAYS_ASLEEP_EVENT } from '../lib/browser/waking';
import { beganElsewhere, expectsSession } from '../lib/session/auth-client';

const INTENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
/** Controls that mean nothing before the page is awake. Entries are not among them: what is entered is told to the page when it wakes. */
const SLEEPING = 'button, [role=button], input[type=submit]';
/** Those among them that the browser, or a script of ours at the head, answers by itself. */
const NATIVE = `[data-theme-switch], [data-consent], form[method=dialog] *, [popovertarget]${'command' in HTMLButtonElement.prototype ? ', [commandfor]' : ''}`;

/**
 * Loads the page's own code on the first sign that somebody means to use it, or once painted where somebody is signed in. A
 * control that is pressed before it can answer is pressed anew as soon as it can.
 */
export function wakeOnIntent(entry: string, chunks: readonly string[]): void {
  let awake = false;
  let waking = false;
  let failed = false;
  let held: HTMLElement | undefined;

  const wake = () => {
    if (waking) return;
    waking = true;
    for (const chunk of chunks) preload(chunk);
    import(/* @vite-ignore */ entry).catch(() => {
      // Gone after a deployment, or the line broke: the page stays as it is, and links still work.
      waking = keepEntries() && reloadOnce();
      release();
    });
  };
  const release = () => {
    held?.removeAttribute('aria-busy');
    held = undefined;
  };
  const hold = (event: MouseEvent) => {
    if (awake) return;
    const control = (event.target as Element).closest<HTMLElement>(SLEEPING);
    if (!control || control.matches(NATIVE)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (failed) return location.reload();
    release();
    held = control;
    held.setAttribute('aria-busy', 'true');
    wake();
  };

  for (const intent of INTENTS) addEventListener(intent, wake, { passive: true });
  addEventListener('storage', (event) => beganElsewhere(event) && wake());
  document.addEventListener('click', hold, true);
  document.addEventListener(AWAKE_EVENT, () => {
    awake = true;
    const pressed = held;
    release();
    pressed?.click();
  });
  // The entry came and the rest did not: it cannot begin twice, so whoever presses again begins with a new page.
  document.addEventListener(STAYS_ASLEEP_EVENT, () => {
    failed = true;
    release();
  });
  document.addEventListener('DOMContentLoaded', restoreEntries);
  if (expectsSession()) addEventListener('load', () => requestAnimationFrame(() => setTimeout(wake)));
}

function preload(chunk: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = chunk;
  document.head.append(link);
}
