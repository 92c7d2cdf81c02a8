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

/** A group of elements: one of each type at a time. */
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
    const known = TYPES.find((candidate) => candidate === type);
    if (!known)
      throw integrationError(`A valid Element name must be provided. The sandbox has: ${TYPES.join(', ')}.`);
    if (this.mounted.has(known)) {
      throw integrationError(`Can only create one Element of type ${type} through an Elements instance.`);
    }
    const made = new CardElement(
      known,
      options,
      () => this.mounted.get('cardNumber')?.number ?? '',
      () => this.mounted.delete(known),
    );
    this.mounted.set(known, made);
    return made;
  }

  /** By type, or by the component of the React package, which names its type. */
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
    const error = this.demandAll();
    return Promise.resolve(error ? { error } : {});
  }

  /** The card in this group, out of one element or its parts. */
  get data(): CardData {
    return Object.assign({}, ...[...this.mounted.values()].map((one) => one.data)) as CardData;
  }

  demandAll(): ValidationError | undefined {
    return [...this.mounted.values()].map((one) => one.demand()).find((error) => error !== undefined);
  }

  has(one: CardElement): boolean {
    return [...this.mounted.values()].includes(one);
  }
}
