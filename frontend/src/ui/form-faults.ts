/** What is wrong with each entry of a form, by its name. */
export type Faults<K extends string = string> = Partial<Record<K, string>>;

/** Whether a form may be sent. */
export function isSound(faults: Faults): boolean {
  return Object.values(faults).every((fault) => !fault);
}

/** Puts the focus on the first faulty entry, once it is marked as such. */
export function focusFirstFault(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-faulty]')?.focus(),
  );
}
