import { RETENTION_DAYS } from '@subscription-site/shared/plans';
import { contactSentence, type LegalFacts, type LegalText } from './legal-text';

export function gdpr(facts: LegalFacts): LegalText {
  const { productName, supportEmail } = facts;
  return {
    title: 'GDPR',
    summary:
      'Your data is yours, by law as well. Send us one email: we’ll respond within 30 days, and complete deletions within 30 days.',
    sections: [
      {
        id: 'commitment',
        heading: 'About this page',
        blocks: [
          `The General Data Protection Regulation of the European Union gives people rights over their data. We extend them to everyone who uses ${productName}, wherever they live. This page explains those rights and how to use them. The /privacy explains what we store.`,
        ],
      },
      {
        id: 'roles',
        heading: 'Our two roles',
        blocks: [
          'For accounts, purchases, emails, and stories, we are the controller: we decide why and how the data is processed, and we are responsible for it.',
          'For data a team enters or connects in the application, we are a processor: the team decides, and we follow its instructions. Requests about that data go to the team first, and we help the team respond. A data processing agreement is available on request.',
        ],
      },
      {
        id: 'rights',
        heading: 'Your rights',
        blocks: [
          {
            table: {
              caption: 'Your rights and how we fulfill them',
              columns: ['Right', 'What it means here'],
              rows: [
                ['Access', 'You receive a copy of everything we store about you, and why we store it.'],
                ['Rectification', 'We correct what is wrong and add what is missing.'],
                ['Erasure', 'We delete your account and its data within 30 days.'],
                ['Restriction', 'We store the data but do nothing else with it while a question is open.'],
                ['Portability', 'You receive your data in a common, machine-readable format.'],
                [
                  'Objection',
                  'Where we rely on a legitimate interest, we stop processing unless we can show compelling grounds.',
                ],
                [
                  'Withdrawal of consent',
                  'At any time, with effect for the future, as easily as you gave it: we take down your story or turn off analytics.',
                ],
                ['Complaint', 'You may contact the supervisory authority where you live or work.'],
              ],
            },
          },
        ],
      },
      {
        id: 'request',
        heading: 'How to make a request',
        blocks: [
          'You can download your data and delete your account yourself, under Data in your account.',
          `For everything else, email ${supportEmail} from your account’s email address and tell us what you need. No form is required. If we can’t be sure it’s you, we ask for proof of identity and nothing more.`,
          'Requests are answered within 30 days. If a request is complex or there are many, this may be extended by two months. We’ll tell you so, and why, within the first 30 days. It’s free unless requests are manifestly unfounded or excessive.',
        ],
      },
      {
        id: 'deletion',
        heading: 'Deletion',
        blocks: [
          `Data is deleted within 30 days of your request. If you delete your account yourself, we wait 14 days in case you change your mind. After a plan ends, the team’s data is retained for ${RETENTION_DAYS} days and then deleted.`,
          'Invoices and related records are kept as long as tax law requires and are not used for anything else. Security logs are kept where they are needed to investigate misuse.',
        ],
      },
      {
        id: 'bases',
        heading: 'Legal bases',
        blocks: [
          {
            list: [
              'Contract (Art. 6(1)(b)): your account, your sign-ins, your plan, and the emails related to them.',
              'Legal obligation (Art. 6(1)(c)): invoices and their retention.',
              'Legitimate interest (Art. 6(1)(f)): security, prevention of misuse, and proof of what was agreed.',
              'Consent (Art. 6(1)(a)): stories you share, and analytics if they are turned on.',
            ],
          },
        ],
      },
      {
        id: 'processors',
        heading: 'Sub-processors',
        blocks: [
          'Hosting, payments, email delivery and, if turned on, a captcha and analytics. The /privacy lists what each of them does and receives. All are bound by contract, process data only on our instructions, and may not share it without our consent. Ask us for the current list. Customers with a data processing agreement are notified of changes in advance.',
        ],
      },
      {
        id: 'transfers',
        heading: 'Transfers to other countries',
        blocks: [
          'If a sub-processor operates outside the European Economic Area, the transfer is based on an adequacy decision or on the European Commission’s standard contractual clauses, with additional safeguards where needed.',
        ],
      },
      {
        id: 'breach',
        heading: 'If something goes wrong',
        blocks: [
          'We report a personal data breach to the supervisory authority within 72 hours of becoming aware of it, unless it is unlikely to put anyone at risk. If the risk to you is high, we notify you without undue delay: what happened, what we are doing, and what you can do. We also notify the teams whose data we process without undue delay.',
        ],
      },
      {
        id: 'design',
        heading: 'Data protection by design',
        blocks: [
          {
            list: [
              'Forms ask only for what is needed.',
              'Secrets are stored as hashes. Card numbers are not stored at all.',
              'Analytics are off until you opt in.',
              'Changes that our staff make to customer data are logged.',
              'Ended sessions, used links, and unpaid purchases are deleted automatically on a schedule.',
            ],
          },
        ],
      },
      {
        id: 'age',
        heading: 'Minimum age',
        blocks: ['The minimum age is 16. We do not knowingly store data about anyone younger.'],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [`${contactSentence(facts)} Please mention that your request is about data protection.`],
      },
    ],
  };
}
