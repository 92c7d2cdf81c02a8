import { CATALOG, type PaidPlan } from '@subscription-site/shared/plans';
import { accountButton, button, customerEmail, paragraph, type Brand, type Template } from './template.js';
import { calendarDate, greeting } from './wording.js';

export interface FailedPlanRequestParams {
  name: string;
  plan: PaidPlan;
  kind: 'cancel' | 'resume' | 'unschedule' | 'refund';
  /** When the plan renews, changes or ends; null if it has ended. */
  at: string | null;
}

interface Wording {
  subject: string;
  /** What failed and what that means. */
  text: string;
  /** What the customer can do. */
  next: string;
}

/** A request of the customer that was confirmed on the page, and then failed at the payment provider for good. */
export const planRequestFailed: Template<FailedPlanRequestParams> = {
  ...customerEmail,
  subject: (_, params) => getWording(params).subject,
  body: (params, brand) => {
    const { subject, text, next } = getWording(params);
    return {
      heading: subject,
      preview: text,
      blocks: [
        paragraph(greeting(params.name)),
        paragraph(text),
        paragraph(`${next} Our team has been notified, too. You can reach us at ${brand.supportEmail}.`),
        planButton(params, brand),
      ],
    };
  },
};

function getWording({ plan: id, kind, at }: FailedPlanRequestParams): Wording {
  const plan = `${CATALOG[id].name} plan`;
  const date = at && calendarDate(at);
  switch (kind) {
    case 'cancel':
      return {
        subject: 'Your plan wasn’t canceled',
        text: `We couldn’t cancel your ${plan}${date ? `, so it’s still set to renew on ${date}` : ''}.`,
        next: 'Please cancel it again, or email us and we’ll do it for you.',
      };
    case 'resume':
      return date
        ? {
            subject: 'Your plan wasn’t resumed',
            text: `We couldn’t resume your ${plan}, so it still ends on ${date}.`,
            next: 'Please try again before then.',
          }
        : {
            subject: 'Your plan wasn’t resumed',
            text: `We couldn’t resume your ${plan} because it had already ended. You weren’t charged.`,
            next: 'You can choose a plan again at any time.',
          };
    case 'unschedule':
      return {
        subject: 'Your plan change is still scheduled',
        text: `We couldn’t undo your scheduled plan change${date ? `, so it still takes effect on ${date}` : ''}.`,
        next: 'Please try again before then.',
      };
    case 'refund':
      return {
        subject: 'We couldn’t refund your payment',
        text: `Our payment provider didn’t accept your refund, so you haven’t received any money${date ? `, and your ${plan} continues` : ''}.`,
        next: date
          ? 'You can request the refund again at any time while our money-back guarantee applies.'
          : 'We’ll take care of it.',
      };
  }
}

function planButton({ at }: FailedPlanRequestParams, brand: Brand) {
  return at === null
    ? button('See plans', `${brand.siteUrl}/pricing`)
    : accountButton(brand, 'View your plan', 'billing');
}
