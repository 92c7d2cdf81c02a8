import { enter } from './enter';

type Entry = HTMLInputElement | HTMLTextAreaElement;

/** Tells the page, as it wakes, what was typed and chosen on it before. */
export function tellWhatWasEntered(): void {
  for (const entry of document.querySelectorAll<Entry>('main :is(input, textarea)')) {
    if (entry instanceof HTMLInputElement && (entry.type === 'radio' || entry.type === 'checkbox')) {
      if (entry.checked !== entry.defaultChecked && (entry.checked || entry.type === 'checkbox'))
        enter(entry, 'checked', entry.checked);
    } else if (entry.value !== entry.defaultValue) {
      enter(entry, 'value', entry.value);
    }
  }
}
