/** What customers might say. Companies and people are fictions, shown under a visible line that says so. */

export const TESTIMONIALS = [
  {
    quote: 'We found three tools for drawing boxes and arrows. We now pay for one.',
    author: 'Mara Lindqvist',
    role: 'Office manager, Fjord & Fable',
  },
  {
    quote: 'The renewal note came eleven days early. That one mail paid for the year.',
    author: 'Theo Okafor',
    role: 'Founder, Paperboat Logistics',
  },
  {
    quote: 'Our accountant asked who had made the export. Nobody had. It was simply there.',
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
      'We doubled the team and I was braced for the software bill to double with it. It did not move, because for every seat we added we found one that nobody was sitting in.',
    author: 'Theo Okafor',
    role: 'Founder',
    metrics: [
      { label: 'Cost per person', value: '−54%' },
      { label: 'Empty seats found', value: '31' },
      { label: 'Time to first statement', value: '2 min' },
    ],
  },
  {
    company: 'Fjord & Fable',
    industry: 'Children’s publishing',
    growth: '30% off the yearly bill in one quarter',
    testimonial:
      'Illustrators bring their own tools, and the receipts came to me in a shoebox. Now each of them is a line with a name beside it, and I know what to ask and whom.',
    author: 'Mara Lindqvist',
    role: 'Office manager',
    metrics: [
      { label: 'Lines on the statement', value: '44 to 29' },
      { label: 'Saved a year', value: '$8,640' },
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
    growth: 'A second kiln from what had been leaking away',
    testimonial:
      'I thought we had perhaps ten subscriptions. We had twenty-six, and one of them had been renewing since before my daughter joined. What we cancelled in spring paid for the kiln in autumn.',
    author: 'Ruth Abara',
    role: 'Founder',
    metrics: [
      { label: 'Subscriptions nobody knew of', value: '16' },
      { label: 'Saved a month', value: '$412' },
      { label: 'Spent on it a month', value: '20 min' },
    ],
  },
];
