import type { SecondFactor } from '@subscription-site/shared/brand';
import { phoneNumberOf, type Factor } from '../../lib/session/factors';

interface FactorLabels {
  /** What it is. */
  kind: string;
  /** The same in a word. */
  short: string;
  /** What is said of it where one is chosen. */
  about: string;
  /** Title of the sheet that adds one. */
  add: string;
  /** Said when two-step sign-in is on by it. */
  turnedOn: string;
  /** Said when it was added beside others. */
  added: (name: string) => string;
  /** What no longer is when it was removed. */
  removed: string;
}

export const FACTOR_LABELS: Record<SecondFactor, FactorLabels> = {
  totp: {
    kind: 'Authenticator app',
    short: 'App',
    about: 'An app on your phone shows a new code every 30 seconds, even offline.',
    add: 'Add an authenticator app',
    turnedOn: "You'll now be asked for a code when you sign in.",
    added: (name) => `${name} is ready to use.`,
    removed: 'Its codes will no longer work.',
  },
  webauthn: {
    kind: 'Security key',
    short: 'Key',
    about: "This device’s screen lock, or a key you plug in or tap. It can't be fooled by phishing sites.",
    add: 'Add a security key',
    turnedOn: "You'll now be asked for your key when you sign in.",
    added: (name) => `${name} is ready to use.`,
    removed: 'You will no longer be able to sign in with it.',
  },
  phone: {
    kind: 'Text message',
    short: 'Phone',
    about: 'We text you a code each time. Better than nothing, but an app or a key is more secure.',
    add: 'Add a phone number',
    turnedOn: "You'll now be asked for a code when you sign in.",
    added: (name) => `You can now get codes at ${name}.`,
    removed: 'You will no longer get codes there.',
  },
};

/** What its owner calls a factor: the name given to it, or the number that codes go to. */
export function factorName(factor: Factor): string {
  return phoneNumberOf(factor) ?? (factor.friendly_name || FACTOR_LABELS[factor.factor_type].kind);
}
