import { detectBrand } from '../cards/card-numbers.ts';
import { CardField, element } from './card-field.ts';
import { extractDigits } from './card-format.ts';
import { Emitter } from './emitter.ts';
import { applyElementStyle, type ElementStyle } from './element-style.ts';
import { readExpiry, type FieldName, type ValidationError } from './card-validation.ts';
import { adoptStyles } from './stylesheet.ts';

export type ElementType = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc' | 'payment';

export interface ElementOptions {
  /** Class names of the container, instead of `StripeElement` and its variants. */
  classes?: Partial<Record<ContainerState | 'base', string>>;
  style?: ElementStyle;
  disabled?: boolean;
  hideIcon?: boolean;
}

type ContainerState = 'complete' | 'empty' | 'focus' | 'invalid';

/** The card details entered into an element. */
export interface CardData {
  number?: string;
  exp_month?: number;
  exp_year?: number;
  cvc?: string;
}

const FIELDS_OF: Readonly<Record<ElementType, readonly FieldName[]>> = {
  card: ['number', 'expiry', 'cvc'],
  payment: ['number', 'expiry', 'cvc'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
};

const TEST_MODE_NOTE = 'Test mode: no real card is charged';

/** A card form or one of its fields. Rendered directly in the page, not in a frame. */
export class CardElement extends Emitter {
  readonly elementType: ElementType;
  private readonly fields: readonly CardField[];
  private readonly root: HTMLElement;
  private readonly onDestroy: () => void;
  private container: HTMLElement | null = null;
  private lastChange = '';
  private classes: Required<NonNullable<ElementOptions['classes']>> = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
  };

  /** `cardNumber` returns the number from another element of the group. */
  constructor(type: ElementType, options: ElementOptions, cardNumber: () => string, onDestroy: () => void) {
    super();
    adoptStyles();
    this.elementType = type;
    this.onDestroy = onDestroy;
    const getNumber = (): string => this.field('number')?.value ?? cardNumber();
    this.fields = FIELDS_OF[type].map(
      (name) => new CardField(name, getNumber, (field) => this.handleChange(field)),
    );
    this.root = element('div', { class: 'sandbox-element', role: 'group', 'aria-label': 'Payment card' });
    const row = element('div', { class: 'sandbox-fields' });
    row.append(...this.fields.map((field) => field.root));
    this.root.append(row);
    if (type === 'card' || type === 'payment' || type === 'cardNumber') this.root.append(testNote());
    this.update(options);
    this.listen();
  }

  mount(target: HTMLElement | string): this {
    const container = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!container)
      throw integrationError(`The selector you specified (${String(target)}) applies to no DOM elements.`);
    container.replaceChildren(this.root);
    container.classList.add(this.classes.base);
    this.container = container;
    this.showState();
    setTimeout(() => {
      if (this.container === container) this.emit('ready', { elementType: this.elementType });
    });
    return this;
  }

  unmount(): this {
    this.root.remove();
    this.container?.classList.remove(...Object.values(this.classes));
    this.container = null;
    return this;
  }

  /** Removes the element from its group, so that another one of its type can be created. */
  destroy(): this {
    this.unmount();
    this.onDestroy();
    return this;
  }

  update({ classes, style, disabled, hideIcon }: ElementOptions): this {
    this.classes = { ...this.classes, ...classes };
    if (style) applyElementStyle(this.root, style);
    if (hideIcon !== undefined) this.root.toggleAttribute('data-hide-icon', hideIcon);
    if (disabled !== undefined) for (const { input } of this.fields) input.disabled = disabled;
    return this;
  }

  focus(): this {
    (this.fields.find(({ state }) => state.status !== 'complete') ?? this.fields[0])?.input.focus();
    return this;
  }

  blur(): this {
    for (const { input } of this.fields) input.blur();
    return this;
  }

  clear(): this {
    for (const field of this.fields) field.clear();
    this.emitChange();
    return this;
  }

  collapse(): this {
    return this;
  }

  get isMounted(): boolean {
    return this.container !== null;
  }

  get number(): string {
    return this.field('number')?.value ?? '';
  }

  get data(): CardData {
    const expiry = this.field('expiry');
    const { month, year } = readExpiry(expiry?.value ?? '');
    return {
      ...(this.field('number') ? { number: extractDigits(this.number) } : {}),
      ...(expiry ? { exp_month: month, exp_year: year } : {}),
      ...(this.field('cvc') ? { cvc: this.field('cvc')?.value } : {}),
    };
  }

  /** Returns the first validation error. Shows all errors and focuses the first invalid field. */
  validate(): ValidationError | undefined {
    let first: CardField | undefined;
    for (const field of this.fields) {
      field.show(field.blockingError);
      if (field.blockingError) first ??= field;
    }
    first?.input.focus();
    return first?.blockingError;
  }

  private field(name: FieldName): CardField | undefined {
    return this.fields.find((field) => field.name === name);
  }

  private listen(): void {
    this.root.addEventListener('focusin', (event) => {
      if (!this.root.contains(event.relatedTarget as Node | null))
        this.emit('focus', { elementType: this.elementType });
      this.showState();
    });
    this.root.addEventListener('focusout', (event) => {
      if (!this.root.contains(event.relatedTarget as Node | null))
        this.emit('blur', { elementType: this.elementType });
      setTimeout(() => this.emitChange());
    });
    this.root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.emit('escape', { elementType: this.elementType });
      if (event.key === 'Backspace') this.focusPreviousField(event);
    });
  }

  private handleChange(field: CardField): void {
    const { input } = field;
    const isComplete = field.state.status === 'complete' && document.activeElement === input;
    if (isComplete && input.selectionStart === input.value.length) this.nextEmptyField(field)?.input.focus();
    this.emitChange();
  }

  /** The next field, if it is empty. UnionPay numbers vary in length, so they never advance the focus. */
  private nextEmptyField(field: CardField): CardField | undefined {
    if (field.name === 'number' && detectBrand(extractDigits(field.value)) === 'unionpay') return undefined;
    const next = this.fields[this.fields.indexOf(field) + 1];
    return next?.state.status === 'empty' ? next : undefined;
  }

  private focusPreviousField(event: KeyboardEvent): void {
    const index = this.fields.findIndex(({ input }) => input === event.target);
    const previous = this.fields[index - 1];
    if (!previous || this.fields[index]?.value !== '') return;
    event.preventDefault();
    previous.input.focus();
    previous.input.setSelectionRange(previous.value.length, previous.value.length);
  }

  private emitChange(): void {
    for (const field of this.fields) field.show(field.shownError);
    this.showState();
    const change = this.changeEvent();
    const fingerprint = JSON.stringify([change, this.data]);
    if (fingerprint === this.lastChange) return;
    this.lastChange = fingerprint;
    this.emit('change', change);
  }

  private changeEvent(): object {
    const states = this.fields.map(({ state }) => state.status);
    return {
      elementType: this.elementType,
      empty: states.every((status) => status === 'empty'),
      complete: states.every((status) => status === 'complete'),
      error: this.fields.map(({ shownError }) => shownError).find((error) => error !== undefined),
      ...(this.field('number') ? { brand: detectBrand(extractDigits(this.number)) } : {}),
      ...(this.elementType === 'card' ? { value: { postalCode: '' } } : {}),
      ...(this.elementType === 'payment' ? { collapsed: false, value: { type: 'card' } } : {}),
    };
  }

  private showState(): void {
    for (const [name, isOn] of Object.entries(this.stateClasses()))
      this.container?.classList.toggle(name, isOn);
  }

  private stateClasses(): Record<string, boolean> {
    const states = this.fields.map(({ state }) => state.status);
    return {
      [this.classes.focus]: this.root.contains(document.activeElement),
      [this.classes.complete]: states.every((status) => status === 'complete'),
      [this.classes.empty]: states.every((status) => status === 'empty'),
      [this.classes.invalid]: this.fields.some(({ shownError }) => shownError !== undefined),
    };
  }
}

/** The error that the provider's library throws for incorrect use. */
export function integrationError(message: string): Error {
  return Object.assign(new Error(message), { name: 'IntegrationError' });
}

function testNote(): HTMLElement {
  const note = element('p', { class: 'sandbox-note' });
  note.textContent = TEST_MODE_NOTE;
  return note;
}
