/** The question an installation with an analytics service asks, and the words for changing the answer. */
export const CONSENT = {
  region: 'Cookies',
  question: 'May we count visits?',
  explanation:
    'An analytics service would set cookies, kept for about two years, to count which pages are read.',
  more: 'About cookies',
  refuse: 'Refuse',
  accept: 'Accept',
  unconfigured: 'This site uses no analytics service, so there is nothing to choose.',
  withoutScripts: 'With scripts off, no analytics service is loaded, so there is nothing to choose.',
  undecided: 'You have not chosen yet. Nothing is set or sent before you do.',
  granted: 'You accepted analytics cookies. You can take that back at any time.',
  denied: 'You refused analytics cookies. None are set.',
} as const;
