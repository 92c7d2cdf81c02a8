/** What is wrong with each entry of a form, by its name. */
export type FieldErrors<K extends string = string> = Partial<Record<K, string>>;

/** Whether a form may be sent. */
export function isValid(errors: FieldErrors): boolean {
  return Object.values(errors).every((error) => !error);
}

/** Until then what was just found has been drawn, however busy the device is. */
const FRAMES = 5;

/** Puts the focus on the first faulty entry, as soon as one is marked as such. */
export function focusFirstError(form: HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    if (field) field.focus();
    else if (frames > 1) focusFirstError(form, frames - 1);
  });
}
