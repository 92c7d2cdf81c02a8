import { contactSentence, type LegalFacts, type LegalText } from './legal-text';

/** Cookie Policy. Lists every cookie and every browser storage entry the site uses. */
export function cookies(facts: LegalFacts): LegalText {
  return {
    title: 'Cookie Policy',
    summary:
      'Browsing this site sets no cookies. Signing in and paying store a few necessary items in your browser. We ask before setting anything else.',
    sections: [
      {
        id: 'what',
        heading: 'About this page',
        blocks: [
          'A cookie is a short text that a site asks your browser to store and send back. Browser storage is similar, but stays in the browser. This page covers both and lists everything this site actually uses.',
        ],
      },
      {
        id: 'necessary',
        heading: 'Necessary',
        blocks: [
          'These are needed for something you asked for. They don’t require consent, and we don’t use them to track you.',
          {
            table: {
              caption: 'Necessary cookies and browser storage',
              columns: ['Name', 'Type', 'What it does', 'Duration'],
              rows: [
                [
                  'session',
                  'Local storage',
                  'Keeps you signed in. Set when you sign in, removed when you sign out.',
                  'Up to 30 days',
                ],
                [
                  'weak-password',
                  'Local storage',
                  'Stores why your password was found to be weak when you signed in, never the password itself. Removed when you change your password or dismiss the alert.',
                  'Until you change your password',
                ],
                [
                  'device',
                  'Cookie (HttpOnly)',
                  'Lets us email you when someone signs in to your account on a new device. Set when you sign in.',
                  'Up to 30 days',
                ],
                [
                  'visit-…',
                  'Cookie (HttpOnly)',
                  'Links your return from an external sign-in provider to this browser. Set when you leave for the provider, removed when you return.',
                  '5 minutes',
                ],
                [
                  '__Host-checkout',
                  'Cookie (HttpOnly)',
                  'Links the tabs and reloads of a checkout to one payment, so you pay only once. Set when a checkout opens, renewed when you pay.',
                  '1 day',
                ],
                [
                  'pending-payment',
                  'Session storage',
                  'Remembers a payment in progress, so a reload doesn’t lose it. Contains no card details and no password.',
                  'Until the payment is complete or you close the tab',
                ],
                [
                  'pending-payment',
                  'Local storage',
                  'Shows the status of a payment in progress if you close the tab and open a new one. Contains no card details, password, or personal data.',
                  'Until the payment is complete; ignored after 1 day',
                ],
                [
                  'buyer',
                  'Session storage',
                  'Remembers the name and email you entered at checkout, so a reload doesn’t lose them. Contains no password.',
                  'Until you pay or close the tab',
                ],
                [
                  'theme',
                  'Local storage',
                  'Remembers the light or dark theme if you chose one. Set only by the theme switch.',
                  'Until you change it',
                ],
                [
                  'form-values',
                  'Session storage',
                  'Keeps what you typed into a form while the page reloads after a site update. Never a password.',
                  'A moment',
                ],
                [
                  'reloaded-for-chunk',
                  'Session storage',
                  'Remembers that the page reloaded after a site update, so it reloads only once.',
                  'Until you close the tab',
                ],
              ],
            },
          },
          'Authentication cookies, and the storage used in their place here, last up to 30 days. After that, you need to sign in again.',
        ],
      },
      {
        id: 'payment',
        heading: 'Payment provider',
        blocks: [
          'The payment provider’s script is loaded on the checkout page, and on billing pages when you add a card or confirm a payment. To prevent fraud, it may set its own cookies, for example __stripe_mid (one year) and __stripe_sid (30 minutes). Card payments don’t work without it.',
        ],
      },
      {
        id: 'robot-check',
        heading: 'Captcha',
        blocks: [
          'If a captcha is set up, forms that could be abused load its script when they are shown: signing up, signing in, recovering a password, paying, and sharing a story. It may set its own cookies to tell people and bots apart.',
        ],
      },
      {
        id: 'analytics',
        heading: 'Analytics',
        blocks: [
          'Analytics are off unless they have been set up for this site. If they are, a banner asks first. Declining is as easy as accepting, and nothing is set or sent until you choose.',
          'If you accept, analytics cookies last about 2 years. Your choice is stored in local storage as analytics-consent, and you can change it on this page at any time.',
        ],
      },
      {
        id: 'not',
        heading: 'What we don’t use',
        blocks: [
          {
            list: [
              'Cookies for advertising or for tracking you across other sites.',
              'Share buttons, videos, maps, or fonts that load from third parties and set cookies.',
              'Fingerprinting by us.',
            ],
          },
        ],
      },
      {
        id: 'control',
        heading: 'Your control',
        blocks: [
          'You can delete or block cookies and storage in your browser settings. You can browse this site without any of them. Signing in and paying require the necessary ones. Signing out removes the session, and closing the tab clears session storage.',
          'The application you open from here runs at a separate address and has its own settings.',
        ],
      },
      {
        id: 'contact',
        heading: 'Questions',
        blocks: [
          `For how we handle personal data beyond cookies, see the /privacy. ${contactSentence(facts)}`,
        ],
      },
    ],
  };
}
