import type { CancellationKind, CancellationOutcome } from '@subscription-site/shared/contracts';
import { CATALOG, MONEY_BACK_DAYS, type PaidPlan } from '@subscription-site/shared/plans';
import { moreOccurrencesNote, type AlertParams } from './alert-templates.js';
import {
  button,
  note,
  paragraph,
  staffEmail,
  type Block,
  type EmailLink,
  type Template,
} from './template.js';
import { calendarDate, dateAndTime, displayAddress, neutralizeLinks } from './wording.js';

/** Contains none of the submitted free text, because the address is not verified. */
export interface CancellationReceivedParams {
  reference: string;
  kind: CancellationKind;
  email: string;
  receivedAt: string;
  /** Whether a reason was given. */
  forCause: boolean;
  /** `YYYY-MM-DD`; null for as soon as possible. */
  effectiveOn: string | null;
  outcome: CancellationOutcome;
  plan: PaidPlan | null;
  endsAt: string | null;
  refundable: boolean;
  /** Why the money-back guarantee doesn't apply. */
  noRefundReason: keyof typeof NO_REFUND;
  linkExpiresAt: string;
}

const NO_REFUND = {
  late: `Our money-back guarantee covers the first ${MONEY_BACK_DAYS} days. We received your withdrawal after that.`,
  used: 'Our money-back guarantee can be used once per account, email address, and card, and at least one of yours has already been used.',
  unavailable: 'Our money-back guarantee doesn’t apply to this payment right now.',
} as const;

const KINDS: Record<CancellationKind, string> = { cancel: 'cancellation', withdraw: 'withdrawal' };

export const cancellationReceived: Template<CancellationReceivedParams> = {
  audience: 'customer',
  authentication: false,
  link: 'cancellation',
  boundToRecipient: true,
  subject: (_, { kind }) => `We received your ${KINDS[kind]}`,
  body: (params, { supportEmail }, link) => ({
    heading: `We received your ${KINDS[params.kind]}`,
    preview: 'Keep this email for your records.',
    blocks: [
      paragraph(
        `This email confirms that we received your ${KINDS[params.kind]}. Please keep it for your records.`,
      ),
      { kind: 'details', rows: submissionRows(params) },
      ...nextSteps(params, supportEmail, link),
    ],
  }),
};

function submissionRows(params: CancellationReceivedParams): [string, string][] {
  const { kind, reference, email, receivedAt, forCause, effectiveOn } = params;
  const isCancellation = kind === 'cancel';
  const end = effectiveOn === null ? 'As soon as possible' : calendarDate(effectiveOn);
  const requestedEnd: [string, string][] = isCancellation ? [['Requested end', end]] : [];
  return [
    ['Reference', neutralizeLinks(reference)],
    ['Type', isCancellation ? (forCause ? 'Cancellation for good cause' : 'Cancellation') : 'Withdrawal'],
    ...requestedEnd,
    ['Email', displayAddress(email)],
    ['Received', dateAndTime(receivedAt)],
  ];
}

function nextSteps(params: CancellationReceivedParams, supportEmail: string, { url }: EmailLink): Block[] {
  const { outcome, endsAt, receivedAt, refundable, noRefundReason, linkExpiresAt } = params;
  const plan = params.plan === null ? 'plan' : `${CATALOG[params.plan].name} plan`;
  const end = endsAt === null ? '' : dateAndTime(endsAt);
  const hasEnded = endsAt !== null && endsAt <= receivedAt;
  const validity = `The link works until ${dateAndTime(linkExpiresAt)}.`;
  const refund = [
    paragraph(
      `Our money-back guarantee applies. Confirm your refund to get your money back${hasEnded ? '' : '; your plan then ends right away'}. Your withdrawal counts from today, even if you confirm the refund later.`,
    ),
    button('Confirm refund', url),
  ];
  const noRefund =
    params.kind === 'withdraw' && !refundable
      ? [
          paragraph(
            `${NO_REFUND[noRefundReason]} That doesn’t affect any right of withdrawal that the law gives you. To use it, email us at ${supportEmail}.`,
          ),
        ]
      : [];
  const review = params.forCause
    ? [
        paragraph(
          'You canceled for good cause, so our team will review your request and reply to this address.',
        ),
      ]
    : [];
  switch (outcome) {
    case 'scheduled':
      return [
        ...review,
        ...(refundable
          ? [...refund, paragraph(`Until you confirm it, your ${plan} is set to end on ${end}.`)]
          : [
              paragraph(
                `Your ${plan} now ends on ${end}. You can use it until then, and we won’t charge you again.`,
              ),
              ...noRefund,
              button('View or undo', url),
            ]),
        note(
          refundable
            ? `Didn’t request this, or changed your mind? The same link lets you keep your plan. Opening the link changes nothing. ${validity}`
            : `Didn’t request this, or changed your mind? Use the link above to undo it. ${validity}`,
        ),
      ];
    case 'already_ending':
      return [
        paragraph(
          hasEnded
            ? `Your ${plan} ended on ${end}, and we won’t charge you again.`
            : `Your ${plan} was already set to end on ${end}, and we won’t charge you again.`,
        ),
        ...review,
        ...(refundable ? [...refund, note(validity)] : noRefund),
      ];
    case 'confirmation_needed':
      return [
        paragraph(
          `A payment for your ${plan} is overdue. Ending the plan now can’t be undone, so please confirm it first.` +
            (refundable ? '' : ' We’ll then cancel the open invoice and won’t charge you again.'),
        ),
        ...noRefund,
        ...(refundable ? refund : [button('End plan now', url)]),
        note(`Didn’t request this? Ignore this email. ${validity}`),
      ];
    default:
      return [
        paragraph(
          outcome === 'later_date'
            ? 'Your plan renews before the date you asked for, so our team will take care of it. We’ll reply to this address.'
            : 'We couldn’t find an active plan for this email address, so our team is looking into it. We’ll reply to this address.',
        ),
        ...(outcome === 'later_date'
          ? []
          : [
              note(
                `Do you use a different email address for your plan? Email us at ${supportEmail} with that address and the reference above.`,
              ),
            ]),
      ];
  }
}

export interface WithdrawalReminderParams {
  reference: string;
  receivedAt: string;
  linkExpiresAt: string;
}

export const withdrawalReminder: Template<WithdrawalReminderParams> = {
  audience: 'customer',
  authentication: false,
  link: 'cancellation',
  boundToRecipient: true,
  subject: () => 'You haven’t confirmed your refund yet',
  body: ({ reference, receivedAt, linkExpiresAt }, _, { url }) => ({
    heading: 'You haven’t confirmed your refund yet',
    preview: 'Confirm your refund to get your money back.',
    blocks: [
      paragraph(
        `You withdrew from your contract on ${calendarDate(receivedAt)}, and our money-back guarantee applies. Confirm your refund to get your money back. If you still have your plan, it then ends right away.`,
      ),
      { kind: 'details', rows: [['Reference', neutralizeLinks(reference)]] },
      button('Confirm refund', url),
      note(
        `The link works until ${dateAndTime(linkExpiresAt)}, and we won’t remind you again. Didn’t withdraw, or changed your mind? As long as your plan hasn’t ended, you can use the same link to keep it.`,
      ),
    ],
  }),
};

export interface WithdrawalUnconfirmedParams extends AlertParams {
  reference: string;
}

export const withdrawalUnconfirmed: Template<WithdrawalUnconfirmedParams> = {
  ...staffEmail,
  subject: () => 'A withdrawal refund hasn’t been confirmed',
  body: ({ reference, others }, { siteUrl }) => ({
    heading: 'A withdrawal refund hasn’t been confirmed',
    preview: 'A refund is due within 14 days of the withdrawal.',
    blocks: [
      paragraph(
        'A customer withdrew within the money-back guarantee 10 days ago but hasn’t confirmed the refund, although we reminded them. A refund is due within 14 days of the withdrawal. Ask the customer whether they withdrew, or refund the payment on their page in the console.',
      ),
      { kind: 'details', rows: [['Reference', neutralizeLinks(reference)]] },
      button('View withdrawals', `${siteUrl}/admin/cancellations?outcome=waiting`),
      ...moreOccurrencesNote(others),
    ],
  }),
};

export interface CancellationNeedsReviewParams extends AlertParams {
  reference: string;
  outcome: CancellationOutcome | null;
}

const REVIEW_CAUSES: Partial<Record<CancellationOutcome, string>> = {
  unmatched: 'there’s no account with that email address',
  no_subscription: 'the account with that email address doesn’t have an active plan',
  later_date: 'the plan renews before the requested end date',
};

export const cancellationNeedsReview: Template<CancellationNeedsReviewParams> = {
  ...staffEmail,
  subject: () => 'A cancellation needs your attention',
  body: ({ reference, outcome, others }, { siteUrl }) => ({
    heading: 'A cancellation needs your attention',
    preview: 'We promised a reply.',
    blocks: [
      paragraph(
        `Someone submitted a cancellation or withdrawal that needs a reply: ${(outcome && REVIEW_CAUSES[outcome]) ?? 'they gave a reason'}.`,
      ),
      { kind: 'details', rows: [['Reference', neutralizeLinks(reference)]] },
      button('View cancellations', `${siteUrl}/admin/cancellations`),
      ...moreOccurrencesNote(others),
    ],
  }),
};
