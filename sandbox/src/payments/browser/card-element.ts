import { brandOf } from '../cards/card-numbers.ts';
import { CardField, element } from './card-field.ts';
import { digitsOf } from './card-format.ts';
import { Emitter } from './emitter.ts';
import { applyElementStyle, type ElementStyle } from './element-style.ts';
import { readExpiry, type FieldName, type ValidationError } from './card-validation.ts';
import { adoptStyles } from './stylesheet.ts';

export type ElementType = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc' | 'payment';

export interface ElementOptions {
  /** Names of the container's classes, in place of `StripeElement` and its variants. */
  classes?: Partial<Record<ContainerState | 'base', string>>;
  style?: ElementStyle;
  disabled?: boolean;
}

type ContainerState = 'complete' | 'empty' | 'focus' | 'invalid';

/** What is read out of an element to pay with. */
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

const TEST_NOTE = 'Test mode: no real card is charged';

/** The card entry, whole or one part of it, in the page itself and not in a frame. */
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

  /** `cardNumber` tells the number that another element of the group holds. */
  constructor(type: ElementType, options: ElementOptions, cardNumber: () => string, onDestroy: () => void) {
    super();
    adoptStyles();
    this.elementType = type;
    this.onDestroy = onDestroy;
    const numberOf = (): string => this.field('number')?.value ?? cardNumber();
    this.fields = FIELDS_OF[type].map(
      (name) => new CardField(name, numberOf, (field) => this.changed(field)),
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

  /** Ends it and frees its place, so that another of its type may be made. */
  destroy(): this {
    this.unmount();
    this.onDestroy();
    return this;
  }

  update({ classes, style, disabled }: ElementOptions): this {
    this.classes = { ...this.classes, ...classes };
    if (style) applyElementStyle(this.root, style);
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
    this.report();
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
      ...(this.field('number') ? { number: digitsOf(this.number) } : {}),
      ...(expiry ? { exp_month: month, exp_year: year } : {}),
      ...(this.field('cvc') ? { cvc: this.field('cvc')?.value } : {}),
    };
  }

  /** The first reason why this cannot be paid with; shown, and its field focused. */
  demand(): ValidationError | undefined {
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
      setTimeout(() => this.report());
    });
    this.root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.emit('escape', { elementType: this.elementType });
      if (event.key === 'Backspace') this.stepBack(event);
    });
  }

  private changed(field: CardField): void {
    const { input } = field;
    const isDone = field.state.status === 'complete' && document.activeElement === input;
    if (isDone && input.selectionStart === input.value.length) this.after(field)?.input.focus();
    this.report();
  }

  /** The next field, when it still waits to be filled in. A 19-digit number may go on, so nothing is skipped from it. */
  private after(field: CardField): CardField | undefined {
    if (field.name === 'number' && brandOf(digitsOf(field.value)) === 'unionpay') return undefined;
    const next = this.fields[this.fields.indexOf(field) + 1];
    return next?.state.status === 'empty' ? next : undefined;
  }

  private stepBack(event: KeyboardEvent): void {
    const index = this.fields.findIndex(({ input }) => input === event.target);
    const before = this.fields[index - 1];
    if (!before || this.fields[index]?.value !== '') return;
    event.preventDefault();
    before.input.focus();
    before.input.setSelectionRange(before.value.length, before.value.length);
  }

  private report(): void {
    for (const field of this.fields) field.show(field.shownError);
    this.showState();
    const change = this.change();
    const seen = JSON.stringify([change, this.data]);
    if (seen === this.lastChange) return;
    this.lastChange = seen;
    this.emit('change', change);
  }

  private change(): object {
    const states = this.fields.map(({ state }) => state.status);
    return {
      elementType: this.elementType,
      empty: states.every((status) => status === 'empty'),
      complete: states.every((status) => status === 'complete'),
      error: this.fields.map(({ shownError }) => shownError).find((error) => error !== undefined),
      ...(this.field('number') ? { brand: brandOf(digitsOf(this.number)) } : {}),
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

/** A mistake of the page's author, thrown as the provider's script does. */
export function integrationError(message: string): Error {
  return Object.assign(new Error(message), { name: 'IntegrationError' });
}

function testNote(): HTMLElement {
  const note = element('p', { class: 'sandbox-note' });
  note.textContent = TEST_NOTE;
  return note;
}
