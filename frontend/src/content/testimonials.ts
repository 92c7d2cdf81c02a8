/** Fictional companies and people, always shown with a visible label that says so. */

export const TESTIMONIALS = [
  {
    quote: 'We found three tools for drawing boxes and arrows. We now pay for one.',
    author: 'Mara Lindqvist',
    role: 'Office manager, Fjord & Fable',
  },
  {
    quote: 'The renewal alert came eleven days early. That one email paid for the year.',
    author: 'Theo Okafor',
    role: 'Founder, Paperboat Logistics',
  },
  {
    quote: 'Our accountant asked who had put the export together. No one had. It was just there.',
    author: 'Inés Carvalho',
    role: 'Operations, Studio Marzo',
  },
] as const;

export interface Story {
  company: string;
  industry: string;
  growth: string;
  testimonial: string;
  author: string;
  role: string;
  metrics: readonly { label: string; value: string }[];
}

export const STORIES: readonly Story[] = [
  {
    company: 'Paperboat Logistics',
    industry: 'Freight brokerage',
    growth: 'From 9 to 21 people on the same software budget',
    testimonial:
      'We more than doubled the team and I was braced for the software bill to double with it. It didn’t move. For every seat we added, we found one that no one was using.',
    author: 'Theo Okafor',
    role: 'Founder',
    metrics: [
      { label: 'Cost per person', value: '−57%' },
      { label: 'Empty seats found', value: '31' },
      { label: 'Time to first statement', value: '2 min' },
    ],
  },
  {
    company: 'Fjord & Fable',
    industry: 'Children’s publishing',
    growth: '30% off the annual bill in one quarter',
    testimonial:
      'Illustrators bring their own tools, and the receipts came to me in a shoebox. Now each one is a line with an owner, and I know what to ask and who to ask.',
    author: 'Mara Lindqvist',
    role: 'Office manager',
    metrics: [
      { label: 'Lines on the statement', value: '44 to 29' },
      { label: 'Saved per year', value: '$8,640' },
      { label: 'Renewals missed', value: '0' },
    ],
  },
  {
    company: 'Studio Marzo',
    industry: 'Architecture',
    growth: 'Month-end closed four days earlier',
    testimonial:
      'Software used to be the last open item every month. The export goes to the accountant before she asks, split by project, and I have stopped being the person who chases invoices.',
    author: 'Inés Carvalho',
    role: 'Operations',
    metrics: [
      { label: 'Invoices chased by hand', value: '−90%' },
      { label: 'Days to close', value: '9 to 5' },
      { label: 'Projects with their own cost', value: '14' },
    ],
  },
  {
    company: 'Kiln & Daughters',
    industry: 'Ceramics, sold online',
    growth: 'A second kiln, paid for by unused software',
    testimonial:
      'I thought we had maybe ten subscriptions. We had twenty-six, and one of them had been renewing since before my daughter joined. What we canceled in the spring paid for the kiln in the fall.',
    author: 'Ruth Abara',
    role: 'Founder',
    metrics: [
      { label: 'Subscriptions no one knew about', value: '16' },
      { label: 'Saved per month', value: '$412' },
      { label: 'Time spent per month', value: '20 min' },
    ],
  },
];
