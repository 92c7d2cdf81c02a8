import { tellWhatWasEntered } from './entered-asleep';

/** Told to the document once the page answers by itself; what was pressed before is then pressed anew. */
export const AWAKE_EVENT = 'awake';

/** Told to the document when the page's own code could not be had: it stays as it came, and its links still work. */
export const STAYS_ASLEEP_EVENT = 'stays-asleep';

let awake = false;

/** Whether the page answers by itself. */
export function isAwake(): boolean {
  return awake;
}

/** Says, once, that the page answers by itself. */
export function markAwake(): void {
  if (awake) return;
  awake = true;
  tellWhatWasEntered();
  // What was entered has to be drawn before a press that counts on it.
  setTimeout(() => document.dispatchEvent(new Event(AWAKE_EVENT)));
}
