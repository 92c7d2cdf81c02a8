import { RETENTION_DAYS } from '@subscription-site/shared/plans';
import { contactSentence, type LegalFacts, type LegalText } from './legal-text';

/** Privacy Policy: what is stored, why, and for how long. */
export function privacy(facts: LegalFacts): LegalText {
  const { supportEmail, company } = facts;
  return {
    title: 'Privacy Policy',
    summary:
      'We keep what an account, a purchase and a mail need, and nothing for advertising. Your card never reaches us. Ask, and your data is shown to you, corrected or deleted within 30 days.',
    sections: [
      {
        id: 'who',
        heading: 'Who is responsible',
        blocks: [
          `Responsible for the personal data described here is ${company} (“we”): we decide why and how it is processed. You reach us, and whoever looks after data protection here, at ${supportEmail}.`,
          'This policy covers this site, your account and your purchases. For what your team puts into the application we act on your team’s behalf; the /gdpr explains that difference.',
        ],
      },
      {
        id: 'what',
        heading: 'What we keep, and why',
        blocks: [
          {
            table: {
              caption: 'Personal data, the purpose it serves and the legal basis',
              columns: ['What', 'Why', 'Legal basis'],
              rows: [
                [
                  'Account: name, email address, a hash of the password (never the password), when the address was confirmed, last sign-in; a telephone number or an account elsewhere if you sign in with one',
                  'To know you again and let nobody else in',
                  'Contract',
                ],
                ['Consent to the terms: version and time', 'To prove what was agreed', 'Legitimate interest'],
                [
                  'Sign-ins: one entry for each device with browser, network (IP) address and time; hashes of its tokens and of one-time links',
                  'To keep you signed in and to notice misuse',
                  'Contract, security',
                ],
                [
                  'Purchases: plan, price, interval, name and email address of the buyer, the payment provider’s numbers for customer, payment, subscription and invoices',
                  'To sell, bill and refund',
                  'Contract, tax law',
                ],
                [
                  'Mails to you: recipient, subject, kind, facts they tell, time, and the mail server’s answer',
                  'To deliver what you are waiting for and to find out why something did not arrive',
                  'Contract',
                ],
                [
                  'Stories you share: name, company, email address, text, time of consent',
                  'To publish them; we write to you before anything is published',
                  'Consent',
                ],
                [
                  'Security record: who did what to which account, when and from which network address',
                  'To investigate misuse, and to hold our own staff to account',
                  'Legitimate interest, security',
                ],
                [
                  'Counters: calls from each network address and for each email address',
                  'To stop floods and guessing of passwords',
                  'Legitimate interest, security',
                ],
              ],
            },
          },
          'The technical log notes kind, time and outcome of each call to our service, without its contents. For an address that does not exist it notes the address and the page that led there.',
        ],
      },
      {
        id: 'not',
        heading: 'What we do not keep',
        blocks: [
          {
            list: [
              'Card numbers. They go straight from your browser to the payment provider.',
              'Passwords. Only a hash made with Argon2id is stored, from which the password cannot be read.',
              'Profiles for advertising. There are none, and nothing is sold or rented out.',
              'Visits to the pages of this site. Reading them sets no cookie and needs no consent.',
            ],
          },
        ],
      },
      {
        id: 'receivers',
        heading: 'Who helps us',
        blocks: [
          'We use service providers of the following kinds. Each receives only what its task needs and is bound by contract to use it for nothing else. Ask us for the present list of names.',
          {
            table: {
              caption: 'Kinds of service providers',
              columns: ['Kind', 'Task', 'Receives'],
              rows: [
                ['Hosting', 'Runs servers, database and backups', 'Everything listed above, in our custody'],
                [
                  'Payment provider',
                  'Takes cards, charges, refunds, makes invoices',
                  'Name, email address, card, amount; network address for the prevention of fraud',
                ],
                [
                  'Mail delivery',
                  'Brings our mails to your mailbox',
                  'Recipient, subject and text of the mail',
                ],
                [
                  'Robot check, where it is switched on',
                  'Tells people and programs apart in forms',
                  'Network address and facts about the browser, while you use such a form',
                ],
                [
                  'Visitor statistics, where they are switched on and only if you agreed',
                  'Counts visits',
                  'Pages visited, shortened network address, kind of device',
                ],
              ],
            },
          },
          'Beyond these, data is handed to authorities only where the law obliges us.',
        ],
      },
      {
        id: 'how-long',
        heading: 'How long we keep it',
        blocks: [
          {
            table: {
              caption: 'How long data is kept',
              columns: ['What', 'Until'],
              rows: [
                ['Account and mails to it', 'You ask for deletion; then within 30 days'],
                [
                  'What your team entered in the application',
                  `${RETENTION_DAYS} days after the plan was cancelled`,
                ],
                ['A sign-in', 'You sign out, or 30 days have passed'],
                ['One-time links', 'A day after they have expired'],
                [
                  'A purchase that was begun and not paid',
                  'The password’s hash goes after a day, name and address after 30 days',
                ],
                ['Purchases and invoices', 'The periods prescribed by tax and commercial law have passed'],
                ['Stories', 'You withdraw your consent'],
                ['Security record', 'It is no longer needed to investigate misuse'],
                ['Internal messages between parts of the service', '14 days after they were handled'],
                ['Counters of calls', 'A day at most'],
              ],
            },
          },
        ],
      },
      {
        id: 'where',
        heading: 'Where it is processed',
        blocks: [
          'Some service providers work outside the European Economic Area. Data goes there only where the European Commission has found protection to be adequate, or under its standard contractual clauses with additional safeguards.',
        ],
      },
      {
        id: 'security',
        heading: 'How we protect it',
        blocks: [
          {
            list: [
              'Connections are encrypted.',
              'Passwords, tokens and one-time links are stored as hashes only.',
              'Staff see mails and purchases only as far as support needs it, and each of their acts is recorded with the name of whoever acted.',
              'Logs and internal messages are kept free of secrets.',
            ],
          },
          'If a breach puts your rights at risk, the supervisory authority is told within 72 hours after we have become aware of it, and you are told without undue delay when the risk is high.',
        ],
      },
      {
        id: 'rights',
        heading: 'Your rights',
        blocks: [
          'You may see your data, have it corrected, completed, deleted or restricted, take it with you in a common format, object to its use, and withdraw a consent for the future.',
          `Write to ${supportEmail}. Requests are answered within 30 days; where a request is complex, we may extend this by two months and tell you why. Deletion is carried out within 30 days. It costs you nothing.`,
          'You may also complain to the supervisory authority where you live or work. More on the /gdpr.',
        ],
      },
      {
        id: 'age',
        heading: 'Young people',
        blocks: [
          'The service is not for people under 16. If we learn that someone younger has an account, we delete it.',
        ],
      },
      {
        id: 'automation',
        heading: 'Automated decisions',
        blocks: [
          'No decision with legal effect for you is made by machine alone. The payment provider checks payments for fraud; if yours is declined and you think that wrong, write to us.',
        ],
      },
      {
        id: 'cookies',
        heading: 'Cookies and browser storage',
        blocks: ['What is kept in your browser, by which page and for how long, is listed in the /cookies.'],
      },
      {
        id: 'changes',
        heading: 'Changes',
        blocks: [
          'When we change how personal data is handled, this page changes first. If the change matters to you, we also write to you at least 30 days ahead.',
        ],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [`${contactSentence(facts)} Questions, requests and complaints are welcome at either.`],
      },
    ],
  };
}
