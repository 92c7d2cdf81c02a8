import { brandOf } from '../cards/card-numbers.ts';
import { brandIcon } from './brand-icon.ts';
import { digitsOf, formatCvc, formatExpiry, formatNumber, type Typed } from './card-format.ts';
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

let created = 0;

/** One labeled input of a card, formatting and checking what is typed into it. */
export class CardField {
  readonly name: FieldName;
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly error: HTMLElement;
  private readonly numberOf: () => string;
  private former = '';
  private left = false;

  /** `numberOf` tells the card number, on which the length of the CVC depends. */
  constructor(name: FieldName, numberOf: () => string, onChange: (field: CardField) => void) {
    created += 1;
    const id = `sandbox-card-${name}-${created}`;
    const { label, placeholder, autocomplete } = FIELDS[name];
    this.name = name;
    this.numberOf = numberOf;
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
    this.error = element('span', { id: `${id}-error`, class: 'sandbox-unseen' });
    const caption = element('label', { for: id });
    caption.textContent = label;
    const entry = element('div', { class: 'sandbox-entry' });
    entry.append(this.input);
    if (name === 'number') entry.prepend(brandIcon('unknown'));
    this.root = element('div', { class: 'sandbox-field', 'data-field': name });
    this.root.append(caption, entry, this.error);
    this.input.addEventListener('input', (event) => {
      this.reformat(event instanceof InputEvent && event.inputType.startsWith('delete'));
      onChange(this);
    });
    this.input.addEventListener('blur', () => {
      this.left = true;
      onChange(this);
    });
  }

  get value(): string {
    return this.input.value;
  }

  get state(): FieldState {
    if (this.name === 'number') return checkNumber(this.value);
    if (this.name === 'expiry') return checkExpiry(this.value, new Date());
    return checkCvc(this.value, this.numberOf());
  }

  /** The error to show now: at once when what stands there is wrong, and for something half typed once it was left. */
  get shownError(): ValidationError | undefined {
    const { state } = this;
    if (state.status === 'invalid') return state.error;
    return state.status === 'incomplete' && this.left && document.activeElement !== this.input
      ? incompleteError(this.name)
      : undefined;
  }

  /** The error that keeps the card from being used: also for something that was never filled in. */
  get blockingError(): ValidationError | undefined {
    const { state } = this;
    if (state.status === 'complete') return undefined;
    return state.status === 'invalid' ? state.error : incompleteError(this.name);
  }

  /** Shows the error, or none, to eyes and to screen readers. */
  show(error: ValidationError | undefined): void {
    this.input.setAttribute('aria-invalid', error ? 'true' : 'false');
    this.root.toggleAttribute('data-invalid', error !== undefined);
    this.error.textContent = error?.message ?? '';
  }

  clear(): void {
    this.input.value = '';
    this.former = '';
    this.left = false;
    this.showBrand();
  }

  private reformat(deleted: boolean): void {
    const { input, former } = this;
    let typed: Typed = { value: input.value, caret: input.selectionStart ?? input.value.length };
    if (deleted && former.startsWith(typed.value) && digitsOf(former) === digitsOf(typed.value)) {
      typed = withoutDigitBefore(typed);
    }
    const { value, caret } = this.format(typed);
    this.former = value;
    if (input.value !== value) input.value = value;
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
    this.showBrand();
  }

  private format(typed: Typed): Typed {
    if (this.name === 'number') return formatNumber(typed);
    if (this.name === 'expiry') return formatExpiry(typed);
    return formatCvc(typed, this.numberOf());
  }

  private showBrand(): void {
    if (this.name === 'number')
      this.root.querySelector('svg')?.replaceWith(brandIcon(brandOf(digitsOf(this.value))));
  }
}

/** Deleting a separator deletes the digit before it, else the separator would only come back. */
function withoutDigitBefore({ value, caret }: Typed): Typed {
  const before = value.slice(0, caret).replace(/\d\D*$/, '');
  return { value: before + value.slice(caret), caret: before.length };
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
