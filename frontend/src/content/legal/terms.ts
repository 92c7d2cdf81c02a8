import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { formatCents } from '@subscription-site/shared/money';
import {
  CATALOGUE,
  FREE_LIMITS,
  MONEY_BACK_DAYS,
  RETENTION_DAYS,
  TRIAL_DAYS,
} from '@subscription-site/shared/plans';
import { contactSentence, type LegalFacts, type LegalText } from './legal-text';

const { team, growth } = CATALOGUE;

/** Terms of Service. */
export function terms(facts: LegalFacts): LegalText {
  const { productName, supportEmail, company } = facts;
  return {
    title: 'Terms of Service',
    summary: `You get ${TRIAL_DAYS} days for free. Paid plans are billed in advance and renew until you cancel, which you can do anytime. Your first payment is refunded in full if you ask within ${MONEY_BACK_DAYS} days. What you put in stays yours.`,
    sections: [
      {
        id: 'agreement',
        heading: 'The agreement',
        blocks: [
          `These terms are the agreement between you and ${company} (“we”). They cover this site, your account, and the application that the account opens.`,
          'By creating an account or buying a plan you accept these terms and the /privacy. If you do so for a company, you confirm that you may act for it; “you” is then that company.',
          `With your acceptance we store the version of these terms and the time, so that both of us can prove later what was agreed. The version in force is ${TERMS_VERSION}, named after the day since which this wording applies. “Last updated” at the top of this page is the day on which you are shown it; it changes daily and does not mean that the wording has changed.`,
        ],
      },
      {
        id: 'service',
        heading: 'The service',
        blocks: [
          `With ${productName}, small teams see all the software they subscribe to in one place: what each subscription costs, who uses it and when it renews. This site is where you learn about it, create an account and pay. The application itself runs at an address of its own.`,
          'Figures, reminders and suggestions in the application depend on what you connect and enter. They prepare your decisions and do not replace them: contracts with other vendors, their notice periods and their payments remain yours to manage.',
        ],
      },
      {
        id: 'account',
        heading: 'Your account',
        blocks: [
          'You must be at least 16 years old. The service is not meant for anyone younger.',
          'Give your real name and an email address that you can read, choose a password of at least six characters that you use nowhere else, and keep it to yourself. An account belongs to one person; further people join a workspace with accounts of their own, within the limits of the plan.',
          `You are responsible for what happens under your account. If you believe that somebody else has used it, write to ${supportEmail} at once.`,
        ],
      },
      {
        id: 'trial',
        heading: 'Free trial',
        blocks: [
          `The free trial lasts ${TRIAL_DAYS} days and begins when you confirm your email address. It covers ${FREE_LIMITS.users} user and up to ${FREE_LIMITS.trackedSubscriptions} tracked subscriptions.`,
          'No card is needed, and you can cancel anytime. When the trial ends nothing is charged and nothing turns into a paid plan by itself.',
        ],
      },
      {
        id: 'plans',
        heading: 'Plans and prices',
        blocks: [
          {
            table: {
              caption: 'Plans and their prices in US dollars',
              columns: ['Plan', 'Monthly', 'Yearly', 'Users', 'Tracked subscriptions'],
              rows: [
                ['Free', formatCents(0), 'none', '1', 'Up to 3'],
                [
                  'Team',
                  formatCents(team.amountCents.month),
                  formatCents(team.amountCents.year),
                  'Up to 3',
                  'Unlimited',
                ],
                [
                  'Growth',
                  formatCents(growth.amountCents.month),
                  formatCents(growth.amountCents.year),
                  'Up to 10',
                  'Unlimited',
                ],
                ['Custom', 'Quote', 'Quote', '10+', 'By quote'],
              ],
            },
          },
          'What each plan contains is listed on the pricing page. The Custom plan is not on sale yet. Taxes are added where the law requires it.',
          'We may change prices for coming periods. We announce a change by mail at least 30 days before it applies to you; if you do not agree, cancel before then.',
        ],
      },
      {
        id: 'payment',
        heading: 'Payment and renewal',
        blocks: [
          'Paid plans are billed monthly or annually in advance, by card, in US dollars. The period begins with your payment and renews automatically for the same length and at the price then in force, until you cancel.',
          'Our payment provider takes the card; we never see or store its number. Your bank may ask you to confirm a payment.',
          'When a renewal cannot be charged, we tell you by mail and the payment is tried again. If it stays unpaid, the plan ends.',
        ],
      },
      {
        id: 'cancellation',
        heading: 'Cancellation',
        blocks: [
          `You can cancel anytime, by writing to ${supportEmail} from the address of your account. The plan stays active until the end of the period that is paid for and is not renewed after that.`,
          `There are no refunds for partial periods, except for the guarantee in the next section and where the law gives you more.`,
          `After a cancellation your data is retained for ${RETENTION_DAYS} days, so that you can come back or take it with you. It is deleted then.`,
        ],
      },
      {
        id: 'guarantee',
        heading: 'Money-back guarantee',
        blocks: [
          `Your first payment to us is refunded in full if you ask for it within ${MONEY_BACK_DAYS} days. A sentence to ${supportEmail} is enough; you need not give a reason. The plan ends with the refund.`,
          `The guarantee covers the first payment of a customer, monthly or annual, and no later one. If you are a consumer with a legal right of withdrawal, you have that right as well.`,
        ],
      },
      {
        id: 'content',
        heading: 'Your data',
        blocks: [
          'What you enter or connect remains yours. You allow us to store and process it as far as that is needed to run the service for you, and for nothing else. We do not sell it.',
          'How personal data is handled is described in the /privacy, your rights in particular on the /gdpr, and what is kept in your browser in the /cookies.',
        ],
      },
      {
        id: 'stories',
        heading: 'Stories you send us',
        blocks: [
          `When you share a story through the form on this site, you allow us to publish it with your name and company, shortened if need be but never changed in meaning. We write to you before anything is published. Send in only what you may make public. You can withdraw your consent at any time by writing to ${supportEmail}; we then take the story down.`,
        ],
      },
      {
        id: 'fair-use',
        heading: 'Fair use',
        blocks: [
          'You agree not to',
          {
            list: [
              'break the law with the help of the service or store what you have no right to store;',
              'enter accounts or data of others, probe or overload our systems, or get round limits of a plan;',
              'resell the service or copy it in order to build a competing one;',
              'send mail through it that its recipients have not asked for.',
            ],
          },
          'We welcome reports of security faults that are made in good faith and leave other people’s data alone.',
        ],
      },
      {
        id: 'availability',
        heading: 'Availability and changes',
        blocks: [
          'We work for a service that is there whenever you need it, and maintain it with as little interruption as we can. We do not promise that it never fails. Keep your own copy of what you cannot do without; paid plans have an export for that purpose.',
          'We improve the service all the time. Should we take away something that your paid plan depends on, we say so 30 days ahead, and you may cancel and receive the unused part of what you have paid.',
        ],
      },
      {
        id: 'property',
        heading: 'What is ours',
        blocks: [
          `Software, texts, drawings and the name of ${productName} belong to us or those who license them to us. You receive the right to use the service while your account exists, and no other right in it. If you suggest an improvement, we may use it without owing you anything.`,
        ],
      },
      {
        id: 'suspension',
        heading: 'Suspension and end',
        blocks: [
          'We may suspend an account that breaks these terms, endangers others or stays unpaid. Except in an emergency we warn you first. If we end the agreement without your fault, you receive the unused part of what you have paid.',
          `You may ask for the deletion of your account at any time; see the /gdpr. Deletion is complete within 30 days. It ends a paid plan at once: access is over, and nothing is charged any more.`,
        ],
      },
      {
        id: 'liability',
        heading: 'Liability',
        blocks: [
          'We are liable without limit for intent and gross negligence, for injury to life, body or health, and wherever the law does not allow a limit.',
          'Otherwise we are liable only if we break a duty that is essential to this agreement, and only for damage that is typical and could be foreseen, at most what you have paid us in the twelve months before. We are not liable for renewals of other vendors’ contracts that you did not cancel.',
        ],
      },
      {
        id: 'changes',
        heading: 'Changes to these terms',
        blocks: [
          'When we change these terms in a way that matters to you, we write to you at least 30 days before. If you go on using the service after that date, the new terms apply. If you disagree, cancel before then.',
        ],
      },
      {
        id: 'law',
        heading: 'Law and disputes',
        blocks: [
          'The law of the country in which we are established applies, without its rules on conflicts of law. Rights that the law of your own country gives you as a consumer and that cannot be waived remain yours. Before going to court, please write to us: most disagreements end with one good answer.',
          'Should a clause be invalid, the rest stays in force.',
        ],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [`${contactSentence(facts)} A person reads every message.`],
      },
    ],
  };
}
