import type {
  Charge,
  CheckoutSession,
  Coupon,
  CreditNote,
  Discount,
  Customer,
  CustomerBalanceTransaction,
  Dispute,
  EarlyFraudWarning,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Price,
  Product,
  Refund,
  SetupIntent,
  Subscription,
  SubscriptionSchedule,
  TaxRate,
} from './wire.ts';
import type {
  CardOnFile,
  CardToken,
  DeletedObject,
  Delivery,
  StoredResponse,
  StoredEvent,
  HeldUpdate,
  PendingItem,
  PendingProration,
  SessionOrder,
  Setting,
  Task,
} from './records.ts';

/** All state of the sandbox by collection name. Stored objects are replaced, never mutated. */
export interface Collections {
  customer: Customer;
  customer_balance_transaction: CustomerBalanceTransaction;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  setup_intent: SetupIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  early_fraud_warning: EarlyFraudWarning;
  credit_note: CreditNote;
  product: Product;
  price: Price;
  coupon: Coupon;
  discount: Discount;
  tax_rate: TaxRate;
  subscription: Subscription;
  subscription_schedule: SubscriptionSchedule;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  checkout_session: CheckoutSession;
  session_order: SessionOrder;
  held_update: HeldUpdate;
  pending_item: PendingItem;
  pending_proration: PendingProration;
  card_on_file: CardOnFile;
  card_token: CardToken;
  event: StoredEvent;
  delivery: Delivery;
  stored_response: StoredResponse;
  task: Task;
  deleted: DeletedObject;
  setting: Setting;
}

export type CollectionName = keyof Collections;

/** The collection an id belongs to, by its prefix; undefined for other strings. */
export function findCollection(id: string): CollectionName | undefined {
  return id.startsWith('sub_sched_') ? 'subscription_schedule' : BY_PREFIX.get(id.slice(0, id.indexOf('_')));
}

const BY_PREFIX: ReadonlyMap<string, CollectionName> = new Map([
  ['cus', 'customer'],
  ['cbtxn', 'customer_balance_transaction'],
  ['pm', 'payment_method'],
  ['pi', 'payment_intent'],
  ['seti', 'setup_intent'],
  ['ch', 'charge'],
  ['re', 'refund'],
  ['du', 'dispute'],
  ['issfr', 'early_fraud_warning'],
  ['cn', 'credit_note'],
  ['prod', 'product'],
  ['price', 'price'],
  ['txr', 'tax_rate'],
  ['di', 'discount'],
  ['sub', 'subscription'],
  ['in', 'invoice'],
  ['inpay', 'invoice_payment'],
  ['cs', 'checkout_session'],
]);

type IndexRules = {
  [Name in CollectionName]?: Record<string, (value: Collections[Name]) => string | null | undefined>;
};

/** Secondary indexes. */
export const INDEXES = {
  customer: { email: (customer) => customer.email },
  customer_balance_transaction: { customer: (transaction) => transaction.customer },
  payment_method: { customer: (method) => method.customer },
  payment_intent: { customer: (intent) => intent.customer },
  charge: { payment_intent: (charge) => charge.payment_intent, customer: (charge) => charge.customer },
  refund: { charge: (refund) => refund.charge, payment_intent: (refund) => refund.payment_intent },
  dispute: { charge: (dispute) => dispute.charge },
  credit_note: { invoice: (note) => note.invoice },
  price: { lookup_key: (price) => price.lookup_key, product: (price) => price.product },
  subscription: { customer: (subscription) => subscription.customer },
  subscription_schedule: { customer: (schedule) => schedule.customer },
  invoice: {
    customer: (invoice) => invoice.customer,
    subscription: (invoice) => invoice.parent?.subscription_details?.subscription,
  },
  invoice_payment: {
    invoice: (payment) => payment.invoice,
    payment_intent: (payment) => payment.payment.payment_intent,
  },
  session_order: { intent: (order) => order.intent },
  pending_item: { customer: (item) => item.customer },
  pending_proration: { subscription: (proration) => proration.subscription },
  delivery: { status: (delivery) => delivery.status },
} satisfies IndexRules;
