import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { formatCents } from '@subscription-site/shared/money';
import { CATALOG, MONEY_BACK_DAYS, RETENTION_DAYS } from '@subscription-site/shared/plans';
import { FREE_LIMITS, TRIAL_DAYS } from '@subscription-site/shared/trial';
import { contactSentence, type LegalFacts, type LegalText } from './legal-text';

const { team, growth } = CATALOG;

export function terms(facts: LegalFacts): LegalText {
  const { productName, supportEmail, company } = facts;
  return {
    title: 'Terms of Service',
    summary: `You get ${TRIAL_DAYS} days for free. Paid plans are billed in advance and renew until you cancel, which you can do anytime. We refund everything you paid for a plan if you ask within ${MONEY_BACK_DAYS} days of buying it. Your data stays yours.`,
    sections: [
      {
        id: 'agreement',
        heading: 'The agreement',
        blocks: [
          `These terms are the agreement between you and ${company} (“we”). They cover this site, your account, and the application you sign in to with it.`,
          'By creating an account or buying a plan, you accept these terms and the /privacy. If you do so on behalf of a company, you confirm that you are authorized to act for it, and “you” means that company.',
          `When you accept, we store the version of these terms and the time, so that both of us can later prove what was agreed. The current version is ${TERMS_VERSION}, named after the day this wording took effect. The date at the top of this page is the day you are viewing it, not a change of the wording.`,
        ],
      },
      {
        id: 'service',
        heading: 'The service',
        blocks: [
          `With ${productName}, small teams see all the software they subscribe to in one place: what each subscription costs, who uses it, and when it renews. This site is where you learn about it, create an account, and pay. The application itself runs at a separate address.`,
          'Numbers, reminders, and suggestions in the application depend on what you connect and enter. They support your decisions and do not replace them. You remain responsible for contracts with other vendors, their notice periods, and their payments.',
        ],
      },
      {
        id: 'account',
        heading: 'Your account',
        blocks: [
          'You must be at least 16 years old. The service is not intended for anyone younger.',
          'Use your real name and an email address you have access to, choose a password of at least six characters that you don’t use anywhere else, and keep it to yourself. An account belongs to one person. Others join a workspace with their own accounts, within the limits of the plan.',
          `You are responsible for what happens under your account. If you believe that someone else has used it, email ${supportEmail} immediately.`,
        ],
      },
      {
        id: 'trial',
        heading: 'Free trial',
        blocks: [
          `The free trial lasts ${TRIAL_DAYS} days and begins when you confirm your email address. It covers ${FREE_LIMITS.users} user and up to ${FREE_LIMITS.trackedSubscriptions} tracked subscriptions.`,
          'No card is required, and you can cancel anytime. When the trial ends, nothing is charged and it does not turn into a paid plan.',
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
          'What each plan includes is listed on the pricing page. The Custom plan is not available yet.',
          'We may change prices for future billing periods. We’ll email you at least 30 days before a change applies to you. If you do not agree, cancel before then.',
        ],
      },
      {
        id: 'payment',
        heading: 'Payment and renewal',
        blocks: [
          'Paid plans are billed monthly or annually in advance, by card, in US dollars. The period begins with your payment and renews automatically for the same length and at the price then in force, until you cancel.',
          'Our payment provider processes your card. We never see or store its number. Your bank may ask you to confirm a payment.',
          'If a renewal payment fails, we email you and retry the payment. If it remains unpaid, the plan ends.',
        ],
      },
      {
        id: 'cancellation',
        heading: 'Cancellation',
        blocks: [
          `You can cancel anytime under Billing in your account, by choosing /cancel (without signing in), or by emailing ${supportEmail} from your account’s email address. The plan stays active until the end of the period you have paid for and does not renew after that.`,
          `There are no refunds for partial periods, except where these terms or the law provide for one.`,
          `After your plan ends, your data is retained for ${RETENTION_DAYS} days, so you can come back or export it. Then it is deleted.`,
        ],
      },
      {
        id: 'guarantee',
        heading: 'Money-back guarantee',
        blocks: [
          `We refund everything you paid for a plan if you ask within ${MONEY_BACK_DAYS} days of buying it, under Billing in your account or by emailing ${supportEmail}. You don’t need to give a reason. The plan ends with the refund.`,
          `The guarantee applies to monthly and annual plans. You can use it once per account, email address, and card: it doesn’t cover a plan bought after one of these was used for a refund under the guarantee. If you are a consumer with a legal right of withdrawal, you also have that right, and you can exercise it by choosing /cancel/withdraw.`,
        ],
      },
      {
        id: 'content',
        heading: 'Your data',
        blocks: [
          'What you enter or connect remains yours. You allow us to store and process it as needed to run the service for you, and for nothing else. We do not sell it.',
          'The /privacy describes how we handle personal data, the /gdpr your rights, and the /cookies what is stored in your browser.',
        ],
      },
      {
        id: 'stories',
        heading: 'Stories you send us',
        blocks: [
          `When you share a story through the form on this site, you allow us to publish it with your name and company, shortened if needed but never changed in meaning. We email you before publishing anything. Only send what you are allowed to make public. You can withdraw your consent at any time by emailing ${supportEmail}, and we’ll take the story down.`,
        ],
      },
      {
        id: 'fair-use',
        heading: 'Fair use',
        blocks: [
          'You agree not to',
          {
            list: [
              'use the service to break the law, or store content you have no right to store;',
              'access other people’s accounts or data, probe or overload our systems, or circumvent plan limits;',
              'resell the service, or copy it to build a competing one;',
              'use it to send unsolicited email.',
            ],
          },
          'We welcome good-faith reports of security vulnerabilities that leave other people’s data alone.',
        ],
      },
      {
        id: 'availability',
        heading: 'Availability and changes',
        blocks: [
          'We work to keep the service available whenever you need it and to maintain it with as little interruption as possible. We do not guarantee that it never fails. Keep your own copy of anything you can’t do without. Paid plans include an export for that purpose.',
          'We improve the service continuously. If we remove something your paid plan depends on, we’ll give you 30 days’ notice, and you may cancel and receive a refund for the unused part of your payment.',
        ],
      },
      {
        id: 'property',
        heading: 'Intellectual property',
        blocks: [
          `The software, texts, drawings, and the name of ${productName} belong to us or our licensors. You may use the service while your account exists, and you receive no other rights in it. If you suggest an improvement, we may use it without compensation.`,
        ],
      },
      {
        id: 'suspension',
        heading: 'Suspension and termination',
        blocks: [
          'We may suspend an account that violates these terms, endangers others, or remains unpaid. Except in an emergency, we warn you first. If we terminate the agreement through no fault of yours, we refund the unused part of your payment.',
          `You may delete your account at any time; see the /gdpr. You have 14 days to change your mind, and deletion is completed within 30 days. Your plan is not renewed in the meantime, and it ends when your account is deleted, or right away if a payment for it is overdue.`,
        ],
      },
      {
        id: 'liability',
        heading: 'Liability',
        blocks: [
          'We are liable without limit for intent and gross negligence, for injury to life, body, or health, and wherever the law does not allow a limit.',
          'Otherwise, we are liable only if we breach an obligation essential to this agreement, only for typical and foreseeable damage, and for no more than what you paid us in the preceding twelve months. We are not liable for renewals of other vendors’ contracts that you did not cancel.',
        ],
      },
      {
        id: 'changes',
        heading: 'Changes to these terms',
        blocks: [
          'When we change these terms in a way that affects you, we email you at least 30 days in advance. If you continue to use the service after that date, the new terms apply. If you disagree, cancel before then.',
        ],
      },
      {
        id: 'law',
        heading: 'Law and disputes',
        blocks: [
          'The law of the country in which we are established applies, excluding its conflict-of-law rules. Rights that the law of your own country gives you as a consumer and that cannot be waived remain yours. Before going to court, please contact us. Most disagreements can be resolved with one conversation.',
          'If a clause is invalid, the rest remains in effect.',
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
