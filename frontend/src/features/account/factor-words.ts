import type { SecondFactor } from '@subscription-site/shared/brand';
import { numberOf, type Factor } from '../../lib/session/factors';

interface FactorWords {
  /** What it is. */
  kind: string;
  /** The same in a word. */
  short: string;
  /** What is said of it where one is chosen. */
  about: string;
  /** Title of the sheet that adds one. */
  add: string;
  /** Said when two-step sign-in is on by it. */
  on: string;
  /** Said when it was added beside others. */
  added: (name: string) => string;
  /** What no longer is when it was removed. */
  gone: string;
}

export const FACTOR_WORDS: Record<SecondFactor, FactorWords> = {
  totp: {
    kind: 'Authenticator app',
    short: 'App',
    about: 'An app on your phone shows a new code every half minute, with or without a network.',
    add: 'Add an authenticator app',
    on: 'From now on signing in asks for a code as well.',
    added: (name) => `${name} shows codes for this account from now on.`,
    gone: 'Its codes work no more.',
  },
  webauthn: {
    kind: 'Security key',
    short: 'Key',
    about:
      'The lock of this device, or a key that you plug in or hold to it. It cannot be tricked by a false site.',
    add: 'Add a security key',
    on: 'From now on signing in asks for your key as well.',
    added: (name) => `${name} works for this account from now on.`,
    gone: 'It works for this account no more.',
  },
  phone: {
    kind: 'Text message',
    short: 'Phone',
    about: 'We text a code to your phone each time. Better than nothing, but an app or a key is safer.',
    add: 'Add a phone number',
    on: 'From now on signing in asks for a code as well.',
    added: (name) => `Codes can go to ${name} from now on.`,
    gone: 'No codes go there any more.',
  },
};

/** What its owner calls a factor: the name given to it, or the number that codes go to. */
export function nameOf(factor: Factor): string {
  return numberOf(factor) ?? (factor.friendly_name || FACTOR_WORDS[factor.factor_type].kind);
}
