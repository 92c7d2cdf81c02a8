export const BELIEF = {
  label: 'What we believe',
  headline: 'Nobody should need a finance department to know what they pay for.',
  paragraphs: [
    'Software used to be a purchase. Now it is a habit: a little every month, on several cards, chosen by whoever needed it that morning. That freedom is good. It lets a team of five work with the same tools as a company of five thousand.',
    'But freedom has a bill, and the bill has become unreadable. Not because anyone is careless; because it arrives in forty mails, in forty layouts, on forty different days. Large companies answer with procurement. Small ones answer with a shrug, and pay.',
  ],
} as const;

export const MISSION = {
  label: 'What we are here for',
  headline: 'To put every subscription of a small team on one honest page.',
  paragraphs: [
    'One line for each tool, with a price, an owner and a date. What is worth a question is marked. What is fine is left in peace. The page should take two minutes to set up, five minutes a month to read, and no training at all.',
  ],
} as const;

export const VALUES = {
  headline: 'Four values, and what they rule out',
  items: [
    {
      title: 'Simplicity First',
      text: 'If a feature needs a manual, it is not finished. We would rather answer one question well than offer nine dashboards.',
      rulesOut: 'Menus three levels deep.',
    },
    {
      title: 'Customer Success',
      text: 'We have done our work when your bill is shorter, even if the line that goes is ours. Cancelling takes one mail, and no reason.',
      rulesOut: 'Save-me offers on the way out.',
    },
    {
      title: 'Continuous Innovation',
      text: 'Vendors change how they charge every year: seats, tiers, credits, meters. The statement has to be able to read them all, so we never stop.',
      rulesOut: 'Calling it done.',
    },
    {
      title: 'Data Privacy',
      text: 'A mailbox is a confidence. We read receipts and nothing else, keep what is needed and not longer, and sell none of it.',
      rulesOut: 'Advertising, profiles, resale.',
    },
  ],
} as const;

export const PROMISE = {
  label: 'Our promise',
  headline: 'You will never find us on your list of things nobody uses.',
  text: 'If we do end up there, cancel us. One mail is enough, and if you ask within 30 days of your first payment, it comes back in full.',
} as const;
