import { DomainError } from '../../../platform/domain-error.js';

/** Why an invoice can't be paid. */
export type InvoiceObstacle = 'paid' | 'canceled' | 'plan_ended' | 'plan_change';

const OBSTACLES: Record<InvoiceObstacle, string> = {
  paid: 'This invoice is already paid.',
  canceled: 'This invoice was canceled, so there is nothing to pay.',
  plan_ended: 'Your plan has ended, so there is nothing to pay.',
  plan_change: "This invoice is for a plan change that you didn't confirm. To change your plan, start again.",
};

/** The invoice is not owed; `details.reason` says why. */
export class InvoiceNotOpenError extends DomainError {
  constructor(reason: InvoiceObstacle) {
    super('conflict', 'invoice_not_open', OBSTACLES[reason], { details: { reason } });
  }
}
