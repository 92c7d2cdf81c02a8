import type { Stripe } from 'stripe';

/**
 * An SDK type as sent over the wire with nothing expanded: every "id or object" is an id, every decimal a string.
 * Objects are stored in this form, so that the compiler checks our responses against the types of the official SDK.
 */
export type Wire<T> = string extends T ? Extract<T, string | null | undefined> : WireMember<T>;

type WireMember<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Element)[]
    ? Wire<Element>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

export type Customer = Wire<Stripe.Customer>;
export type CustomerBalanceTransaction = Wire<Stripe.CustomerBalanceTransaction>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type SetupIntent = Wire<Stripe.SetupIntent>;
export type Charge = Wire<Stripe.Charge>;
export type Refund = Wire<Stripe.Refund>;
export type Dispute = Wire<Stripe.Dispute>;
export type EarlyFraudWarning = Wire<Stripe.Radar.EarlyFraudWarning>;
export type CreditNote = Wire<Stripe.CreditNote>;
export type CreditNoteLineItem = Wire<Stripe.CreditNoteLineItem>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type Coupon = Wire<Stripe.Coupon>;
export type TaxRate = Wire<Stripe.TaxRate>;
export type Discount = Wire<Stripe.Discount>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionSchedule = Wire<Stripe.SubscriptionSchedule>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type Invoice = Wire<Stripe.Invoice>;
export type InvoiceLineItem = Wire<Stripe.InvoiceLineItem>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type CheckoutSession = Wire<Stripe.Checkout.Session>;
export type EventType = Stripe.Event['type'];
