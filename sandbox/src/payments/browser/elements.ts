import {
  CardElement,
  integrationError,
  type CardData,
  type ElementOptions,
  type ElementType,
} from './card-element.ts';
import { Emitter } from './emitter.ts';
import type { ValidationError } from './card-validation.ts';

const TYPES: readonly ElementType[] = ['card', 'cardNumber', 'cardExpiry', 'cardCvc', 'payment'];

interface NamedComponent {
  __elementType?: string;
}

/** A group of elements: one element of each type at a time. */
export class Elements extends Emitter {
  private readonly mounted = new Map<ElementType, CardElement>();
  private readonly options: { clientSecret?: string };

  constructor(options: { clientSecret?: string } = {}) {
    super();
    this.options = { ...options };
  }

  get clientSecret(): string | undefined {
    return this.options.clientSecret;
  }

  create(type: string, options: ElementOptions = {}): CardElement {
    const elementType = TYPES.find((candidate) => candidate === type);
    if (!elementType)
      throw integrationError(
        `A valid Element name must be provided. The sandbox supports: ${TYPES.join(', ')}.`,
      );
    if (this.mounted.has(elementType)) {
      throw integrationError(`Can only create one Element of type ${type} through an Elements instance.`);
    }
    const created = new CardElement(
      elementType,
      options,
      () => this.mounted.get('cardNumber')?.number ?? '',
      () => this.mounted.delete(elementType),
    );
    this.mounted.set(elementType, created);
    return created;
  }

  /** Finds an element by type or by component of the React package. */
  getElement(type: string | NamedComponent): CardElement | null {
    const name = typeof type === 'string' ? type : type.__elementType;
    return this.mounted.get(name as ElementType) ?? null;
  }

  update(options: object): void {
    Object.assign(this.options, options);
  }

  fetchUpdates(): Promise<object> {
    return Promise.resolve({});
  }

  submit(): Promise<{ error?: ValidationError }> {
    const error = this.validateAll();
    return Promise.resolve(error ? { error } : {});
  }

  /** The card details from all elements of this group. */
  get data(): CardData {
    return Object.assign({}, ...[...this.mounted.values()].map((element) => element.data)) as CardData;
  }

  validateAll(): ValidationError | undefined {
    return [...this.mounted.values()]
      .map((element) => element.validate())
      .find((error) => error !== undefined);
  }

  has(element: CardElement): boolean {
    return [...this.mounted.values()].includes(element);
  }
}
