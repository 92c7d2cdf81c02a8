export const BELIEF = {
  label: 'What we believe',
  headline: 'No one should need a finance department to know',
  marked: 'what they pay for.',
  paragraphs: [
    'Software used to be a purchase. Now it’s a habit: a little every month, on several cards, chosen by the person who needed it that morning. That freedom is good. It lets a team of five work with the same tools as a company of five thousand.',
    'But freedom comes with a bill, and the bill has become unreadable. Not because anyone is careless, but because it arrives in forty emails, in forty layouts, on forty different days. Large companies respond with procurement. Small ones shrug and pay.',
  ],
} as const;

export const MISSION = {
  label: 'Our mission',
  headline: 'Put every subscription a small team has on one honest page.',
  paragraphs: [
    'One line for each tool, with a price, an owner, and a date. Anything worth a question is highlighted. Everything else stays out of your way. The page should take two minutes to set up, five minutes a month to read, and no training at all.',
  ],
} as const;

export const VALUES = {
  headline: 'Four values, and what they rule out',
  items: [
    {
      title: 'Simplicity First',
      text: 'If a feature needs a manual, it isn’t finished. We’d rather answer one question well than offer nine dashboards.',
      rulesOut: 'Menus three levels deep.',
    },
    {
      title: 'Customer Success',
      text: 'We’ve done our job when your bill is smaller, even if the line you cut is ours. Canceling takes one email, no reason required.',
      rulesOut: 'Retention offers on the way out.',
    },
    {
      title: 'Continuous Innovation',
      text: 'Vendors change how they charge every year: seats, tiers, credits, usage. Your statement has to handle them all, so we never stop.',
      rulesOut: 'Calling it done.',
    },
    {
      title: 'Data Privacy',
      text: 'Your inbox is private. We read receipts and nothing else, keep only what we need for as long as we need it, and never sell it.',
      rulesOut: 'Ads, profiling, resale.',
    },
  ],
} as const;

export const PROMISE = {
  label: 'Our promise',
  headline: 'You’ll never find us on your list of things no one uses.',
  text: 'If we do end up there, cancel us. One email is enough, and if you ask within 30 days of your first payment, you’ll get it back in full.',
} as const;
