/** Texts of the analytics consent banner and settings. */
export const CONSENT = {
  region: 'Cookies',
  question: 'Can we use analytics cookies?',
  explanation: 'They help us count page views and stay in your browser for about two years.',
  more: 'About cookies',
  decline: 'Decline',
  accept: 'Accept',
  unconfigured: 'This site doesn’t use analytics, so there’s nothing to choose.',
  withoutScripts: 'JavaScript is off, so analytics never loads and there’s nothing to choose.',
  undecided: 'You haven’t chosen yet. Nothing is set or sent until you do.',
  granted: 'You accepted analytics cookies. You can change this at any time.',
  denied: 'You declined analytics cookies. None are set.',
} as const;
