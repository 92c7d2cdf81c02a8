import type { ReactNode } from 'react';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { OrderSummary, type OrderStatus } from './order-summary';

/** Heading and order summary beside the content. On phones the summary is above the form, but below the result of a payment. */
export function CheckoutLayout(props: { planPrice: PlanPrice; status: OrderStatus; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-5 pt-10 sm:pt-16">
      <h1 className="text-h1">Checkout</h1>
      <div className="mt-10 grid grid-cols-1 items-start gap-10 md:grid-cols-[1fr_20rem] md:gap-8 lg:grid-cols-[1fr_26rem] lg:gap-16">
        <div className={props.status === 'open' ? 'md:order-2' : 'order-2'}>
          <OrderSummary planPrice={props.planPrice} status={props.status} />
        </div>
        <div>{props.children}</div>
      </div>
    </div>
  );
}
