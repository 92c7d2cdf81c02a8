export const HEAD = {
  title: 'Smaller bills, told by',
  marked: 'those who pay them.',
  lead: 'Four teams, four ways to find out what the company was really paying for.',
} as const;

export const SHARE = {
  headline: 'Has your bill become shorter?',
  text: 'Tell us how. We read every story, and write to you before anything is published.',
  button: 'Share Your Story',
  byMail: 'The form needs JavaScript. Without it, write to us:',
  consent:
    'I agree that my story is stored and may be published with my name and company. You write to me before anything is published, and I can withdraw this at any time.',
  sent: {
    title: 'Thank you, your story has arrived.',
    text: 'A person reads it, and we write to you before anything is published.',
  },
} as const;
