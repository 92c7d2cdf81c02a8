import { MONEY_BACK_DAYS, RETENTION_DAYS, TRIAL_DAYS } from '@subscription-site/shared/plans';

export interface Question {
  question: string;
  answer: string;
}

/** Questions about price, paying and leaving. */
export function pricingQuestions(supportEmail: string): readonly Question[] {
  return [
    {
      question: 'What happens during the free trial?',
      answer: `You have ${TRIAL_DAYS} days for one user and up to 3 tracked subscriptions. No card is asked for and nothing is charged when the trial ends; choose a plan when you are ready.`,
    },
    {
      question: 'Is there a discount for paying annually?',
      answer:
        'Yes. Annual billing comes with a 20% discount compared with paying month by month. Choose Yearly above the plans.',
    },
    {
      question: 'Are taxes included?',
      answer:
        'Taxes are added where the law requires it. Apart from them, the price that is shown is all we charge for the plan.',
    },
    {
      question: 'Can I cancel anytime?',
      answer:
        'Yes. Your plan stays active until the end of the period that is paid for, and is not renewed after that. There are no refunds for partial periods.',
    },
    {
      question: 'Do you offer a money-back guarantee?',
      answer: `Yes, for ${MONEY_BACK_DAYS} days. Ask within ${MONEY_BACK_DAYS} days of your first payment and it is refunded in full.`,
    },
    {
      question: 'What happens to my data after I cancel?',
      answer: `It is kept for ${RETENTION_DAYS} days after the cancellation, so that you can come back or take it with you, and is deleted then.`,
    },
    {
      question: 'How do I pay, and is it safe?',
      answer:
        'By card, monthly or annually in advance. Your card goes straight to our payment provider and never touches our servers; your bank may ask you to confirm the payment.',
    },
    {
      question: 'Can I change plans later?',
      answer: `Yes. Write to ${supportEmail} and we move you over. You are never charged for two plans at once.`,
    },
    {
      question: 'We are more than ten people. What now?',
      answer: `A Custom plan for larger teams is coming soon. Tell us about your team at ${supportEmail}.`,
    },
  ];
}
