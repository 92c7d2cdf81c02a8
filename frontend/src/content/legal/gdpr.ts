import { RETENTION_DAYS } from '@subscription-site/shared/plans';
import { contactSentence, type LegalFacts, type LegalText } from './legal-text';

/** The rights that the General Data Protection Regulation gives, and how to use them. */
export function gdpr(facts: LegalFacts): LegalText {
  const { productName, supportEmail } = facts;
  return {
    title: 'GDPR',
    summary:
      'Your data is yours, also by law. Write one mail; you have an answer within 30 days, and deletion is done within 30 days.',
    sections: [
      {
        id: 'commitment',
        heading: 'What this page is for',
        blocks: [
          `The General Data Protection Regulation of the European Union gives people rights over their data. We grant them to everyone who uses ${productName}, wherever they live. This page says what the rights are and how to use them; the /privacy says what is stored.`,
        ],
      },
      {
        id: 'roles',
        heading: 'Our two roles',
        blocks: [
          'For accounts, purchases, mails and stories we are the controller: we decide why and how the data is processed, and answer for it.',
          'For what a team enters or connects in the application we are a processor: the team decides, we follow its instructions. Requests about such data go to the team first; we help it to answer. A data processing agreement is available on request.',
        ],
      },
      {
        id: 'rights',
        heading: 'Your rights',
        blocks: [
          {
            table: {
              caption: 'Rights and what we do for them',
              columns: ['Right', 'What it means here'],
              rows: [
                ['Access', 'You receive a copy of everything kept about you, and of why.'],
                ['Rectification', 'What is wrong is corrected, what is missing is added.'],
                ['Erasure', 'Your account and what hangs on it are deleted within 30 days.'],
                ['Restriction', 'We keep the data and do nothing else with it while a question is open.'],
                ['Portability', 'You receive your data in a common, machine-readable format.'],
                [
                  'Objection',
                  'Where we rely on a legitimate interest, we stop unless we can show compelling grounds.',
                ],
                [
                  'Withdrawal of consent',
                  'At any time, for the future, as easily as it was given: a story is taken down, analytics are switched off.',
                ],
                ['Complaint', 'You may turn to the supervisory authority where you live or work.'],
              ],
            },
          },
        ],
      },
      {
        id: 'request',
        heading: 'How to make a request',
        blocks: [
          `Write to ${supportEmail} from the address of your account and say what you would like. No form is needed. If we cannot be sure that it is you, we ask for a proof, and for no more than that.`,
          'Requests are answered within 30 days. Where a request is complex or there are many, the period may be extended by two months; you are told so, with the reason, within the first 30 days. It costs you nothing, unless requests are manifestly unfounded or excessive.',
        ],
      },
      {
        id: 'deletion',
        heading: 'Deletion',
        blocks: [
          `Data is deleted within 30 days of your request. When a plan is cancelled, the data of the team is retained for ${RETENTION_DAYS} days and then deleted.`,
          'Invoices and the facts they rest on are kept as long as tax law demands, and are locked for every other use. A security record of an act remains where it is needed to investigate misuse.',
        ],
      },
      {
        id: 'bases',
        heading: 'Legal bases',
        blocks: [
          {
            list: [
              'Contract (Art. 6(1)(b)): your account, your sign-ins, your plan, and the mails that belong to them.',
              'Legal obligation (Art. 6(1)(c)): invoices and their retention.',
              'Legitimate interest (Art. 6(1)(f)): security, prevention of misuse, proof of what was agreed.',
              'Consent (Art. 6(1)(a)): stories you share, and visitor statistics where they are switched on.',
            ],
          },
        ],
      },
      {
        id: 'processors',
        heading: 'Sub-processors',
        blocks: [
          'Hosting, payment, mail delivery and, where switched on, a robot check and visitor statistics. Their tasks and what each receives are listed in the /privacy. All are bound by contract, process data on instruction only and may not pass it on without our consent. Ask us for the present list of names; customers with a data processing agreement are told of changes beforehand.',
        ],
      },
      {
        id: 'transfers',
        heading: 'Transfers to other countries',
        blocks: [
          'Where a sub-processor works outside the European Economic Area, the transfer rests on a decision of adequacy or on the standard contractual clauses of the European Commission, with additional safeguards where they are needed.',
        ],
      },
      {
        id: 'breach',
        heading: 'If something goes wrong',
        blocks: [
          'A breach of personal data is reported to the supervisory authority within 72 hours after we have become aware of it, unless it is unlikely to put anyone at risk. If the risk to you is high, you are told without undue delay: what happened, what we are doing, and what you can do. Teams whose data we process are told without undue delay as well.',
        ],
      },
      {
        id: 'design',
        heading: 'Built in',
        blocks: [
          {
            list: [
              'Forms ask for what is needed and nothing else.',
              'Secrets are stored as hashes; card numbers are not stored at all.',
              'Statistics are off until you say yes.',
              'Acts of our staff on customers’ data are recorded.',
              'Ended sign-ins, used-up links and purchases that were never paid are cleared away by a recurring task, not by good intentions.',
            ],
          },
        ],
      },
      {
        id: 'age',
        heading: 'Minimum age',
        blocks: ['The minimum age is 16. We do not knowingly keep data of anyone younger.'],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [`${contactSentence(facts)} Please say that it is about data protection.`],
      },
    ],
  };
}
