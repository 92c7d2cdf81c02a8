import { button, note, paragraph, type Block, type Brand, type Template } from './letter.js';
import { dayAndTime, greeting } from './wording.js';

const FACTOR_WORDS = {
  totp: 'an authenticator app',
  webauthn: 'a security key',
  phone: 'a code by text message',
} as const;

export interface FactorParams {
  name: string;
  factor: keyof typeof FACTOR_WORDS;
}

/** What to do about something that somebody else did with the account. */
const notYou = ({ siteUrl, supportEmail }: Brand): Block[] => [
  note('Was this not you? Set a new password now; it closes every session that is open.'),
  button('Set a new password', `${siteUrl}/auth/forgot`),
  note(`Then write to ${supportEmail}, so that we look at the account with you.`),
];

export const factorAdded: Template<FactorParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `A second step was added to your account at ${productName}`,
  letter: ({ name, factor }, brand) => ({
    heading: 'A second step was added',
    preview: 'Signing in asks for it from now on.',
    blocks: [
      paragraph(
        `${greeting(name)} From now on, signing in to ${brand.productName} asks for ${FACTOR_WORDS[factor]} as well. Devices that have not shown it were signed out.`,
      ),
      note('Make recovery codes and keep them apart from the device: they open the account if you lose it.'),
      ...notYou(brand),
    ],
  }),
};

export const factorRemoved: Template<FactorParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `A second step was removed from your account at ${productName}`,
  letter: ({ name, factor }, brand) => ({
    heading: 'A second step was removed',
    preview: 'Signing in does not ask for it any more.',
    blocks: [
      paragraph(
        `${greeting(name)} Signing in to ${brand.productName} does not ask for ${FACTOR_WORDS[factor]} any more: it was taken away from your account.`,
      ),
      ...notYou(brand),
    ],
  }),
};

export const passkeyAdded: Template<{ name: string }> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `A passkey was added to your account at ${productName}`,
  letter: ({ name }, brand) => ({
    heading: 'A passkey was added',
    preview: 'It signs in without a password.',
    blocks: [
      paragraph(
        `${greeting(name)} A new passkey opens your account at ${brand.productName} from now on, without a password.`,
      ),
      ...notYou(brand),
    ],
  }),
};

export const passkeyRemoved: Template<{ name: string }> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `A passkey was removed from your account at ${productName}`,
  letter: ({ name }, brand) => ({
    heading: 'A passkey was removed',
    preview: 'It opens your account no more.',
    blocks: [
      paragraph(
        `${greeting(name)} A passkey was taken away from your account at ${brand.productName}. It opens the account no more.`,
      ),
      ...notYou(brand),
    ],
  }),
};

export const phoneChanged: Template<{ name: string }> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `Your account at ${productName} has a new phone number`,
  letter: ({ name }, brand) => ({
    heading: 'Your account has a new phone number',
    preview: 'Codes sent to it sign in.',
    blocks: [
      paragraph(
        `${greeting(name)} Your account at ${brand.productName} has a new phone number. From now on, a code that is sent to it signs in.`,
      ),
      ...notYou(brand),
    ],
  }),
};

export const recoveryCodesMade: Template<{ name: string }> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `New recovery codes for your account at ${productName}`,
  letter: ({ name }, brand) => ({
    heading: 'New recovery codes were made',
    preview: 'Earlier ones work no more.',
    blocks: [
      paragraph(
        `${greeting(name)} Ten new recovery codes were made for your account at ${brand.productName}. Earlier ones work no more.`,
      ),
      ...notYou(brand),
    ],
  }),
};

export interface RecoveryCodeUsedParams {
  name: string;
  remaining: number;
}

export const recoveryCodeUsed: Template<RecoveryCodeUsedParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `A recovery code of your account at ${productName} was used`,
  letter: ({ name, remaining }, brand) => ({
    heading: 'A recovery code was used',
    preview: 'Each works once.',
    blocks: [
      paragraph(
        `${greeting(name)} Somebody signed in to ${brand.productName} with your password and a recovery code instead of the second step.`,
      ),
      { kind: 'figures', rows: [['Recovery codes left', String(remaining)]] },
      ...(remaining < 3 ? [note('Make new ones soon, so that you are never locked out.')] : []),
      ...notYou(brand),
    ],
  }),
};

export interface NewSignInParams {
  name: string;
  device: string | null;
  ipAddress: string | null;
  /** RFC 3339. */
  at: string;
}

export const newSignIn: Template<NewSignInParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `New sign-in to your account at ${productName}`,
  letter: ({ name, device, ipAddress, at }, brand) => ({
    heading: 'New sign-in',
    preview: 'On a device that we have not seen with your account.',
    blocks: [
      paragraph(
        `${greeting(name)} Somebody signed in to your account at ${brand.productName} on a device that we have not seen with it before.`,
      ),
      {
        kind: 'figures',
        rows: [
          ['Device', device ?? 'Unknown'],
          ['Internet address', ipAddress ?? 'Unknown'],
          ['Time', dayAndTime(at)],
        ],
      },
      note('Was this you? Then there is nothing to do.'),
      ...notYou(brand),
    ],
  }),
};
