import { RETENTION_DAYS } from '@subscription-site/shared/plans';
import { contactSentence, type LegalFacts, type LegalText } from './legal-text';

export function privacy(facts: LegalFacts): LegalText {
  const { supportEmail, company } = facts;
  return {
    title: 'Privacy Policy',
    summary:
      'We store what we need for your account, your purchases, and our emails to you, and nothing for advertising. Your card details never reach us. On request, we’ll show, correct, or delete your data within 30 days.',
    sections: [
      {
        id: 'who',
        heading: 'Who is responsible',
        blocks: [
          `The controller of the personal data described here is ${company} (“we”): we decide why and how it is processed. You can reach us, including about data protection, at ${supportEmail}.`,
          'This policy covers this site, your account, and your purchases. For data your team puts into the application, we act on your team’s behalf. The /gdpr explains the difference.',
        ],
      },
      {
        id: 'what',
        heading: 'What we store, and why',
        blocks: [
          {
            table: {
              caption: 'Personal data, its purpose, and the legal basis',
              columns: ['What', 'Why', 'Legal basis'],
              rows: [
                [
                  'Account: name, email address, a hash of the password (never the password), when the email was confirmed, last sign-in, and a phone number, external account, passkeys, two-factor methods, or profile picture if you add them',
                  'To identify you and keep others out',
                  'Contract',
                ],
                ['Consent to the terms: version and time', 'To prove what was agreed', 'Legitimate interest'],
                [
                  'Sessions: one entry per device with browser, IP address, and time, plus hashes of its tokens and of one-time links',
                  'To keep you signed in and detect misuse',
                  'Contract, security',
                ],
                [
                  'Purchases: plan, price, billing interval, the buyer’s name and email address, billing details such as company, address, and tax ID, the card’s brand, last four digits, and expiration date, a hash that identifies the card, and the payment provider’s IDs for customer, payment, subscription, and invoices',
                  'To sell, bill, and refund',
                  'Contract, tax law',
                ],
                [
                  'Emails to you: recipient, subject, type, contents, time, and the mail server’s response',
                  'To deliver emails and investigate when one doesn’t arrive',
                  'Contract',
                ],
                [
                  'Stories you share: name, company, email address, text, pictures, and time of consent',
                  'To publish them. We email you before publishing anything',
                  'Consent',
                ],
                [
                  'Cancellations and withdrawals you submit without signing in: name, email address, contract, reason, and time',
                  'To process them and keep a record of them',
                  'Contract, legal obligation',
                ],
                [
                  'Audit log: who did what to which account, when, and from which IP address',
                  'To investigate misuse and hold our own staff accountable',
                  'Legitimate interest, security',
                ],
                [
                  'Counters: requests per IP address and per email address',
                  'To stop abuse and password guessing',
                  'Legitimate interest, security',
                ],
              ],
            },
          },
          'Our server logs record the type, time, and outcome of each request, without its contents. For a page that doesn’t exist, they record its address and the page that linked to it.',
        ],
      },
      {
        id: 'not',
        heading: 'What we don’t store',
        blocks: [
          {
            list: [
              'Card numbers. They go straight from your browser to the payment provider.',
              'Passwords. We store only an Argon2id hash, from which the password can’t be recovered.',
              'Advertising profiles. There are none, and we don’t sell or rent data.',
              'Visits to the pages of this site. Reading them sets no cookies and requires no consent.',
            ],
          },
        ],
      },
      {
        id: 'receivers',
        heading: 'Service providers',
        blocks: [
          'We use the following types of service providers. Each receives only what it needs for its task and is bound by contract to use it for nothing else. Ask us for the current list.',
          {
            table: {
              caption: 'Types of service providers',
              columns: ['Type', 'Task', 'Receives'],
              rows: [
                [
                  'Hosting',
                  'Runs servers, database, and backups',
                  'Everything listed above, under our control',
                ],
                [
                  'Payment provider',
                  'Takes card payments, issues refunds and invoices',
                  'Name, email address, billing details, card, amount, and IP address for fraud prevention',
                ],
                [
                  'Email delivery',
                  'Delivers our emails to your inbox',
                  'Recipient, subject, and text of the email',
                ],
                [
                  'Captcha, if turned on',
                  'Tells people and bots apart in forms',
                  'IP address and browser details while you use such a form',
                ],
                [
                  'Analytics, if turned on and only with your consent',
                  'Counts page views',
                  'Pages visited, truncated IP address, device type',
                ],
              ],
            },
          },
          'Beyond these, we disclose data to authorities only where required by law.',
        ],
      },
      {
        id: 'how-long',
        heading: 'How long we store it',
        blocks: [
          {
            table: {
              caption: 'How long data is stored',
              columns: ['What', 'Until'],
              rows: [
                ['Account and emails to it', 'You request deletion, then within 30 days'],
                ['A copy of your data that you requested', 'It has been available for 7 days'],
                ['What your team enters in the application', `${RETENTION_DAYS} days after the plan ends`],
                ['A session', 'You sign out, or after 30 days'],
                ['One-time links', 'One day after they expire'],
                ['Devices you signed in on', '31 days after your last sign-in on them'],
                ['Text messages to you', '30 days have passed'],
                [
                  'A purchase that was started but not paid',
                  'The password hash is deleted after a day, name and email after 30 days',
                ],
                ['A hash of the IP address from which a card was declined', 'One day has passed'],
                ['Purchases and invoices', 'The retention periods required by tax and commercial law end'],
                [
                  'Hashes of the email address and the card of a refund under the money-back guarantee',
                  'The guarantee is no longer limited to once per account, email address, and card. We keep them until then even if you delete your account.',
                ],
                ['Stories', 'You withdraw your consent'],
                [
                  'Cancellations and withdrawals submitted without signing in',
                  'Three years have passed. If you delete your account earlier, your details are erased with it.',
                ],
                [
                  'The internal ID of a deleted account, and when it was deleted',
                  'It is no longer needed to prove the deletion and to repeat it after restoring a backup',
                ],
                ['Audit log', 'It is no longer needed to investigate misuse'],
                ['Internal events between parts of the service', '14 days after they are processed'],
                ['Request counters', 'One day at most'],
              ],
            },
          },
        ],
      },
      {
        id: 'where',
        heading: 'Where it is processed',
        blocks: [
          'Some service providers operate outside the European Economic Area. We transfer data there only under an adequacy decision of the European Commission or its standard contractual clauses with additional safeguards.',
        ],
      },
      {
        id: 'security',
        heading: 'How we protect it',
        blocks: [
          {
            list: [
              'Connections are encrypted.',
              'Passwords, tokens, and one-time links are stored only as hashes.',
              'Staff can see emails and purchases only as needed for support. Every change they make and every invoice, receipt, or file they open is logged with their name.',
              'Logs and internal events contain no secrets.',
            ],
          },
          'If a breach puts your rights at risk, we notify the supervisory authority within 72 hours of becoming aware of it, and we notify you without undue delay when the risk is high.',
        ],
      },
      {
        id: 'rights',
        heading: 'Your rights',
        blocks: [
          'You may access your data, have it corrected, completed, deleted, or restricted, receive it in a common format, object to its use, and withdraw your consent for the future.',
          `You can download your data and delete your account yourself, under Data in your account. For everything else, email ${supportEmail}. Requests are answered within 30 days. If a request is complex, we may extend this by two months and will tell you why. Deletion is completed within 30 days. It’s free.`,
          'You may also file a complaint with the supervisory authority where you live or work. Learn more on the /gdpr.',
        ],
      },
      {
        id: 'age',
        heading: 'Minimum age',
        blocks: [
          'The service is not for people under 16. If we learn that someone younger has an account, we delete it.',
        ],
      },
      {
        id: 'automation',
        heading: 'Automated decisions',
        blocks: [
          'We make no decisions with legal effect for you by automated means alone. The payment provider checks payments for fraud. If yours is declined and you think that’s wrong, contact us.',
        ],
      },
      {
        id: 'cookies',
        heading: 'Cookies and browser storage',
        blocks: ['The /cookies lists what is stored in your browser, by which page, and for how long.'],
      },
      {
        id: 'changes',
        heading: 'Changes',
        blocks: [
          'When we change how we handle personal data, we update this page first. If the change affects you, we also email you at least 30 days in advance.',
        ],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [`${contactSentence(facts)} Questions, requests, and complaints are welcome at either.`],
      },
    ],
  };
}
