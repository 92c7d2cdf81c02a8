import type { ReactNode } from 'react';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { classNames } from '../../../ui/class-names';
import { OrderSummary, type OrderStatus } from './order-summary';

/**
 * Heading, order summary and content. The summary comes before the form, but after the result of a payment. Elements are in the order
 * they are read, so that the focus follows.
 */
export function CheckoutLayout(props: { planPrice: PlanPrice; status: OrderStatus; children: ReactNode }) {
  const isOpen = props.status === 'open';
  const parts = [
    <div key="summary">
      <OrderSummary planPrice={props.planPrice} status={props.status} />
    </div>,
    <div key="content">{props.children}</div>,
  ];
  return (
    <div className="mx-auto max-w-page px-5 pt-10 sm:pt-16">
      <h1 className="text-h1">Checkout</h1>
      <div
        className={classNames(
          'mt-10 grid grid-cols-1 items-start gap-10 md:gap-8 lg:gap-16',
          isOpen
            ? 'md:grid-cols-[20rem_1fr] lg:grid-cols-[26rem_1fr]'
            : 'md:grid-cols-[1fr_20rem] lg:grid-cols-[1fr_26rem]',
        )}
      >
        {isOpen ? parts : parts.toReversed()}
      </div>
    </div>
  );
}
