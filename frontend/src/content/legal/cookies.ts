import { contactSentence, type LegalFacts, type LegalText } from './legal-text';

/** Cookie Policy: every cookie that is set and every entry of browser storage that is used. */
export function cookies(facts: LegalFacts): LegalText {
  return {
    title: 'Cookie Policy',
    summary:
      'Reading this site sets no cookie. Signing in and paying keep a few necessary things in your browser. Anything else asks first.',
    sections: [
      {
        id: 'what',
        heading: 'What this page is about',
        blocks: [
          'A cookie is a short text that a site asks your browser to keep and to send back. Browser storage is similar, but stays in the browser. This page treats both alike and lists everything that is really used here.',
        ],
      },
      {
        id: 'necessary',
        heading: 'Necessary',
        blocks: [
          'These make something work that you have asked for. They need no consent, and they are not used to follow you.',
          {
            table: {
              caption: 'Necessary cookies and browser storage',
              columns: ['Name', 'Kind', 'What it does', 'How long'],
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
                  'Says what is wrong with your password, where we found it weak when you signed in; never the password. Removed when you change it or wave the notice away.',
                  'Until you change your password',
                ],
                [
                  'device',
                  'Cookie, unreadable to scripts',
                  'Lets us tell you by mail when somebody signs in as you on a device that is not yours. Set when you sign in.',
                  'Up to 30 days',
                ],
                [
                  'visit-…',
                  'Cookie, unreadable to scripts',
                  'Knows you again when you come back from another site where you sign in. Set when you go there, removed when you come back.',
                  '5 minutes',
                ],
                [
                  '__Host-checkout',
                  'Cookie, unreadable to scripts',
                  'Ties tabs and reloads of a checkout to one payment, so that you pay once. Set when a checkout opens, renewed when you pay.',
                  '1 day',
                ],
                [
                  'pending-payment',
                  'Session storage',
                  'Remembers a payment that is under way, so that a reload does not lose it. Holds no card and no password.',
                  'Until the payment is done or the tab is closed',
                ],
                [
                  'theme',
                  'Local storage',
                  'Remembers light or dark, if you chose one. Set by the switch alone.',
                  'Until you change it',
                ],
                [
                  'kept-entries',
                  'Session storage',
                  'Keeps what you typed into a form while the page renews itself after an update of the site. Never a password.',
                  'A moment',
                ],
                [
                  'reloaded-for-chunk',
                  'Session storage',
                  'Notes that the page renewed itself after an update of the site, so that it does so once.',
                  'Until the tab is closed',
                ],
              ],
            },
          },
          'Authentication cookies, and the storage that takes their place here, last up to 30 days. After that you sign in again.',
        ],
      },
      {
        id: 'payment',
        heading: 'Payment provider',
        blocks: [
          'On the checkout page, and there only, the payment provider’s own script is loaded. To prevent fraud it may set cookies of its own, for example __stripe_mid (one year) and __stripe_sid (30 minutes). Without it no card can be taken.',
        ],
      },
      {
        id: 'robot-check',
        heading: 'Robot check',
        blocks: [
          'Where a check against robots has been set up, forms that could be flooded load its script when they are shown: signing up, signing in, recovering a password, paying, sharing a story. It may set cookies of its own to tell people from programs.',
        ],
      },
      {
        id: 'analytics',
        heading: 'Analytics',
        blocks: [
          'Visitor statistics are off unless they have been set up for this site. Where they are, a banner asks first: refusing is as easy as accepting, and nothing is set or sent before you answer.',
          'If you accept, analytics cookies last about 2 years. Your answer is remembered in local storage, under analytics-consent, and can be changed on this page at any time.',
        ],
      },
      {
        id: 'not',
        heading: 'What is not used',
        blocks: [
          {
            list: [
              'Cookies for advertising, or for following you across other sites.',
              'Share buttons, videos, maps or fonts that load from elsewhere and bring cookies with them.',
              'Fingerprinting by us.',
            ],
          },
        ],
      },
      {
        id: 'control',
        heading: 'Your control',
        blocks: [
          'You can delete cookies and storage in the settings of your browser, or refuse them. Reading this site works without any. Signing in and paying need the necessary ones: signing out removes the session, and closing the tab removes session storage.',
          'The application that you open from here runs at an address of its own and has settings of its own.',
        ],
      },
      {
        id: 'contact',
        heading: 'Questions',
        blocks: [
          `How personal data is handled beyond cookies is described in the /privacy. ${contactSentence(facts)}`,
        ],
      },
    ],
  };
}
