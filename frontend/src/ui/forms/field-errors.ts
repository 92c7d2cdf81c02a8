/** Error messages by field name. */
export type FieldErrors<K extends string = string> = Partial<Record<K, string>>;

export function isValid(errors: FieldErrors): boolean {
  return Object.values(errors).every((error) => !error);
}

/** Frames to wait for the errors to render on slow devices. */
const FRAMES = 5;

/** Focuses the first invalid field once it is rendered as such. */
export function focusFirstError(form: HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    if (field) field.focus();
    else if (frames > 1) focusFirstError(form, frames - 1);
  });
}
