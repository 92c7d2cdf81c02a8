import { MONEY_BACK_DAYS, RETENTION_DAYS } from '@subscription-site/shared/plans';
import { TRIAL_DAYS } from '@subscription-site/shared/trial';

export interface Question {
  question: string;
  answer: string;
}

export function pricingQuestions(supportEmail: string): readonly Question[] {
  return [
    {
      question: 'What happens during the free trial?',
      answer: `You get ${TRIAL_DAYS} days for one user and up to 3 tracked subscriptions. We don’t ask for a card, and nothing is charged when the trial ends. Choose a plan when you’re ready.`,
    },
    {
      question: 'Is there a discount for paying annually?',
      answer:
        'Yes. Annual billing comes with a 20% discount compared with paying month by month. Choose Yearly above the plans.',
    },
    {
      question: 'Are taxes included?',
      answer: 'Yes. The price you see is the price you pay.',
    },
    {
      question: 'Can I cancel anytime?',
      answer:
        'Yes, under Billing in your account. You can also cancel without signing in: choose “Cancel contracts here” at the bottom of any page. Your plan stays active until the end of the period you’ve paid for and won’t renew after that. There are no refunds for partial periods.',
    },
    {
      question: 'Do you offer a money-back guarantee?',
      answer: `Yes, for ${MONEY_BACK_DAYS} days. Ask within ${MONEY_BACK_DAYS} days of buying a plan, under Billing in your account, and we’ll refund everything you paid for it. You can use the guarantee once per account, email address, and card.`,
    },
    {
      question: 'What happens to my data after I cancel?',
      answer: `We keep it for ${RETENTION_DAYS} days after your plan ends, so you can come back or export it. Then we delete it.`,
    },
    {
      question: 'How do I pay, and is it safe?',
      answer:
        'By card, monthly or annually in advance. Your card details go straight to our payment provider and never touch our servers. Your bank may ask you to confirm the payment.',
    },
    {
      question: 'Can I change plans later?',
      answer:
        'Yes, under Billing in your account. You’ll see what you’ll pay before you confirm. An upgrade starts as soon as it’s paid, and the time left on your old plan is credited. A downgrade starts when your current period ends.',
    },
    {
      question: 'What if our team has more than ten people?',
      answer: `A Custom plan for larger teams is coming soon. Tell us about your team at ${supportEmail}.`,
    },
  ];
}
