import type { SecondFactor } from '@subscription-site/shared/brand';
import { getPhoneNumber, type Factor } from '../../lib/session/factors';

interface FactorLabels {
  kind: string;
  short: string;
  /** Description when choosing a factor type. */
  about: string;
  /** Title of the dialog that adds one. */
  add: string;
  /** Shown when this factor turned on two-factor authentication. */
  turnedOn: string;
  /** Shown when it was added to existing factors. */
  added: (name: string) => string;
  /** What removing it means. */
  removed: string;
}

export const FACTOR_LABELS: Record<SecondFactor, FactorLabels> = {
  totp: {
    kind: 'Authenticator app',
    short: 'App',
    about: 'An app on your phone shows a new code every 30 seconds, even offline.',
    add: 'Add an authenticator app',
    turnedOn: 'You’ll now be asked for a code when you sign in.',
    added: (name) => `${name} is ready to use.`,
    removed: 'Its codes will no longer work.',
  },
  webauthn: {
    kind: 'Security key',
    short: 'Key',
    about: 'This device’s screen lock, or a key you plug in or tap. It can’t be fooled by phishing sites.',
    add: 'Add a security key',
    turnedOn: 'You’ll now be asked for your key when you sign in.',
    added: (name) => `${name} is ready to use.`,
    removed: 'You’ll no longer be able to sign in with it.',
  },
  phone: {
    kind: 'Text message',
    short: 'Phone',
    about: 'We text you a code each time. Better than nothing, but an app or a key is more secure.',
    add: 'Add a phone number',
    turnedOn: 'You’ll now be asked for a code when you sign in.',
    added: (name) => `You can now get codes at ${name}.`,
    removed: 'You’ll no longer get codes there.',
  },
};

/** The given name or the phone number of a factor. */
export function factorName(factor: Factor): string {
  return getPhoneNumber(factor) ?? (factor.friendly_name || FACTOR_LABELS[factor.factor_type].kind);
}
