import type { ReactNode } from 'react';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { OrderSummary, type OrderStatus } from './order-summary';

/** Columns of the order summary and the content beside it; the same before, during and after the payment. */
export const CHECKOUT_COLUMNS =
  'mt-10 grid grid-cols-1 items-start gap-10 md:grid-cols-[20rem_1fr] md:gap-8 lg:grid-cols-[26rem_1fr] lg:gap-16';

/** Heading, order summary and content. */
export function CheckoutLayout(props: { planPrice: PlanPrice; status: OrderStatus; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-5 pt-10 sm:pt-16">
      <h1 className="text-h1">Checkout</h1>
      <div className={CHECKOUT_COLUMNS}>
        <OrderSummary planPrice={props.planPrice} status={props.status} />
        <div>{props.children}</div>
      </div>
    </div>
  );
}
