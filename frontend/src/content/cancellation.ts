import type { CancellationKind } from '@subscription-site/shared/contracts';

/** Page and button labels; German and EU law prescribe their wording. */
export const CANCELLATION_PAGES = {
  cancel: {
    path: '/cancel',
    label: 'Cancel contracts here',
    lead: 'Cancel your plan without signing in. We’ll email you a confirmation right away.',
    button: 'Cancel now',
    other: 'Changed your mind about a new plan?',
  },
  withdraw: {
    path: '/cancel/withdraw',
    label: 'Withdraw from contract here',
    lead: 'Withdraw from your contract without signing in or giving a reason. We’ll email you a confirmation right away.',
    button: 'Confirm withdrawal',
    other: 'Want to end a plan you’ve had for longer?',
  },
} as const satisfies Record<CancellationKind, object>;

export const CANCELLATION_FORM = {
  emailHint: 'The address you use for your plan. We’ll send the confirmation there.',
  contractHint: 'Your plan, an invoice number, or anything else that helps us find your contract.',
  withoutScripts: 'The form needs JavaScript. You can also email us:',
} as const;
