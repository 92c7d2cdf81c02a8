export const HEAD = {
  title: 'Smaller bills, from',
  marked: 'the people who pay them.',
  lead: 'How four teams found out what they were really paying for.',
} as const;

export const SHARE = {
  headline: 'Did your bill get smaller?',
  text: 'Tell us how. We read every story and email you before publishing anything.',
  button: 'Share Your Story',
  byEmail: 'The form needs JavaScript. You can also email us:',
  consent:
    'I agree that you may store my story and pictures and publish them with my name and company. You will email me before publishing anything, and I can withdraw my consent at any time.',
  sent: {
    title: 'Thanks for sharing your story.',
    text: 'We’ll read it and email you before publishing anything.',
  },
} as const;
