/** What is wrong with each entry of a form, by its name. */
export type Faults<K extends string = string> = Partial<Record<K, string>>;

/** Whether a form may be sent. */
export function isSound(faults: Faults): boolean {
  return Object.values(faults).every((fault) => !fault);
}

/** Until then what was just found has been drawn, however busy the device is. */
const FRAMES = 5;

/** Puts the focus on the first faulty entry, as soon as one is marked as such. */
export function focusFirstFault(form: HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const entry = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-faulty]');
    if (entry) entry.focus();
    else if (frames > 1) focusFirstFault(form, frames - 1);
  });
}
