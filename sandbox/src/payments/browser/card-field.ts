import { detectBrand } from '../cards/card-numbers.ts';
import { brandIcon } from './brand-icon.ts';
import { extractDigits, formatCvc, formatExpiry, formatNumber, type InputState } from './card-format.ts';
import {
  checkCvc,
  checkExpiry,
  checkNumber,
  incompleteError,
  type FieldName,
  type FieldState,
  type ValidationError,
} from './card-validation.ts';

const FIELDS = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number' },
  expiry: { label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { label: 'CVC', placeholder: '123', autocomplete: 'cc-csc' },
} as const;

let fieldCount = 0;

/** One labeled input of a card form, with formatting and validation. */
export class CardField {
  readonly name: FieldName;
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly error: HTMLElement;
  private readonly getNumber: () => string;
  private previousValue = '';
  private touched = false;

  /** `getNumber` returns the card number, which determines the length of the CVC. */
  constructor(name: FieldName, getNumber: () => string, onChange: (field: CardField) => void) {
    fieldCount += 1;
    const id = `sandbox-card-${name}-${fieldCount}`;
    const { label, placeholder, autocomplete } = FIELDS[name];
    this.name = name;
    this.getNumber = getNumber;
    this.input = element('input', {
      id,
      type: 'text',
      inputmode: 'numeric',
      autocomplete,
      placeholder,
      autocorrect: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-required': 'true',
      'aria-describedby': `${id}-error`,
    });
    this.error = element('span', { id: `${id}-error`, class: 'sandbox-visually-hidden' });
    const caption = element('label', { for: id });
    caption.textContent = label;
    const inputRow = element('div', { class: 'sandbox-entry' });
    inputRow.append(this.input);
    if (name === 'number') inputRow.prepend(brandIcon('unknown'));
    this.root = element('div', { class: 'sandbox-field', 'data-field': name });
    this.root.append(caption, inputRow, this.error);
    this.input.addEventListener('input', (event) => {
      this.reformat(event instanceof InputEvent && event.inputType.startsWith('delete'));
      onChange(this);
    });
    this.input.addEventListener('blur', () => {
      this.touched = true;
      onChange(this);
    });
  }

  get value(): string {
    return this.input.value;
  }

  get state(): FieldState {
    if (this.name === 'number') return checkNumber(this.value);
    if (this.name === 'expiry') return checkExpiry(this.value, new Date());
    return checkCvc(this.value, this.getNumber());
  }

  /** The error to show while editing: invalid input immediately, incomplete input once the field loses focus. */
  get shownError(): ValidationError | undefined {
    const { state } = this;
    if (state.status === 'invalid') return state.error;
    return state.status === 'incomplete' && this.touched && document.activeElement !== this.input
      ? incompleteError(this.name)
      : undefined;
  }

  /** The error that prevents the card from being submitted, including empty fields. */
  get blockingError(): ValidationError | undefined {
    const { state } = this;
    if (state.status === 'complete') return undefined;
    return state.status === 'invalid' ? state.error : incompleteError(this.name);
  }

  /** Shows or clears the error, also for screen readers. */
  show(error: ValidationError | undefined): void {
    this.input.setAttribute('aria-invalid', error ? 'true' : 'false');
    this.root.toggleAttribute('data-invalid', error !== undefined);
    this.error.textContent = error?.message ?? '';
  }

  clear(): void {
    this.input.value = '';
    this.previousValue = '';
    this.touched = false;
    this.showBrand();
  }

  private reformat(deleted: boolean): void {
    const { input, previousValue } = this;
    let state: InputState = { value: input.value, caret: input.selectionStart ?? input.value.length };
    if (
      deleted &&
      previousValue.startsWith(state.value) &&
      extractDigits(previousValue) === extractDigits(state.value)
    ) {
      state = withoutDigitBefore(state);
    }
    const { value, caret } = this.format(state);
    this.previousValue = value;
    if (input.value !== value) input.value = value;
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
    this.showBrand();
  }

  private format(state: InputState): InputState {
    if (this.name === 'number') return formatNumber(state);
    if (this.name === 'expiry') return formatExpiry(state);
    return formatCvc(state, this.getNumber());
  }

  private showBrand(): void {
    if (this.name === 'number')
      this.root.querySelector('svg')?.replaceWith(brandIcon(detectBrand(extractDigits(this.value))));
  }
}

/** Deleting a separator also deletes the digit before it; otherwise the separator would reappear. */
function withoutDigitBefore({ value, caret }: InputState): InputState {
  const before = value.slice(0, caret).replace(/\d\D*$/, '');
  return { value: before + value.slice(caret), caret: before.length };
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  return created;
}
