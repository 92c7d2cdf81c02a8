import { button, note, paragraph, type Block, type Brand, type Template } from './template.js';
import { dayAndTime, greeting, unlinked } from './wording.js';

const FACTOR_LABELS = {
  totp: 'an authenticator app',
  webauthn: 'a security key',
  phone: 'a code by text message',
} as const;

export interface FactorParams {
  name: string;
  factor: keyof typeof FACTOR_LABELS;
}

/** What to do about something that someone else did with the account. */
const notYou = ({ siteUrl, supportEmail }: Brand): Block[] => [
  note('Was this not you? Set a new password now; it closes every session that is open.'),
  button('Set a new password', `${siteUrl}/auth/forgot`),
  note(`Then write to ${supportEmail}, so that we look at the account with you.`),
];

/** What an email says that tells the owner of a change to what opens the account. */
interface SecurityNotice<Params extends { name: string }> {
  subject: (productName: string) => string;
  heading: string;
  preview: string;
  /** After the greeting. */
  what: (params: Params, productName: string) => string;
  /** Between that and what to do if it was someone else. */
  more?: (params: Params) => Block[];
}

const securityEmail = <Params extends { name: string }>(
  reported: SecurityNotice<Params>,
): Template<Params> => ({
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => reported.subject(productName),
  body: (params, brand) => ({
    heading: reported.heading,
    preview: reported.preview,
    blocks: [
      paragraph(`${greeting(params.name)} ${reported.what(params, brand.productName)}`),
      ...(reported.more?.(params) ?? []),
      ...notYou(brand),
    ],
  }),
});

export const mfaFactorEnrolled = securityEmail<FactorParams>({
  subject: (productName) => `A second step was added to your account at ${productName}`,
  heading: 'A second step was added',
  preview: 'Signing in asks for it from now on.',
  what: ({ factor }, productName) =>
    `From now on, signing in to ${productName} asks for ${FACTOR_LABELS[factor]} as well. Devices that have not shown it were signed out.`,
  more: () => [
    note('Make recovery codes and keep them apart from the device: they open the account if you lose it.'),
  ],
});

export const mfaFactorUnenrolled = securityEmail<FactorParams>({
  subject: (productName) => `A second step was removed from your account at ${productName}`,
  heading: 'A second step was removed',
  preview: 'Signing in does not ask for it any more.',
  what: ({ factor }, productName) =>
    `Signing in to ${productName} does not ask for ${FACTOR_LABELS[factor]} any more: it was taken away from your account.`,
});

export const passkeyAdded = securityEmail({
  subject: (productName) => `A passkey was added to your account at ${productName}`,
  heading: 'A passkey was added',
  preview: 'It signs in without a password.',
  what: (_params, productName) =>
    `A new passkey opens your account at ${productName} from now on, without a password.`,
});

export const passkeyRemoved = securityEmail({
  subject: (productName) => `A passkey was removed from your account at ${productName}`,
  heading: 'A passkey was removed',
  preview: 'It opens your account no more.',
  what: (_params, productName) =>
    `A passkey was taken away from your account at ${productName}. It opens the account no more.`,
});

export const phoneChanged = securityEmail({
  subject: (productName) => `Your account at ${productName} has a new phone number`,
  heading: 'Your account has a new phone number',
  preview: 'Codes sent to it sign in.',
  what: (_params, productName) =>
    `Your account at ${productName} has a new phone number. From now on, a code that is sent to it signs in.`,
});

export const recoveryCodesGenerated = securityEmail({
  subject: (productName) => `New recovery codes for your account at ${productName}`,
  heading: 'New recovery codes were made',
  preview: 'Earlier ones work no more.',
  what: (_params, productName) =>
    `Ten new recovery codes were made for your account at ${productName}. Earlier ones work no more.`,
});

export interface RecoveryCodeUsedParams {
  name: string;
  remaining: number;
}

export const recoveryCodeUsed = securityEmail<RecoveryCodeUsedParams>({
  subject: (productName) => `A recovery code of your account at ${productName} was used`,
  heading: 'A recovery code was used',
  preview: 'Each works once.',
  what: (_params, productName) =>
    `Somebody signed in to ${productName} with your password and a recovery code instead of the second step.`,
  more: ({ remaining }) => [
    { kind: 'figures', rows: [['Recovery codes left', String(remaining)]] },
    ...(remaining < 3 ? [note('Make new ones soon, so that you are never locked out.')] : []),
  ],
});

/** A proxy may hand on what a client wrote in the place of its address. */
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:]+)$/i;

export interface NewSignInParams {
  name: string;
  device: string | null;
  ipAddress: string | null;
  /** RFC 3339. */
  at: string;
}

export const newSignIn = securityEmail<NewSignInParams>({
  subject: (productName) => `New sign-in to your account at ${productName}`,
  heading: 'New sign-in',
  preview: 'On a device that we have not seen with your account.',
  what: (_params, productName) =>
    `Somebody signed in to your account at ${productName} on a device that we have not seen with it before.`,
  more: ({ device, ipAddress, at }) => [
    {
      kind: 'figures',
      rows: [
        ['Device', unlinked(device ?? 'Unknown')],
        ['Internet address', ipAddress !== null && IP_ADDRESS.test(ipAddress) ? ipAddress : 'Unknown'],
        ['Time', dayAndTime(at)],
      ],
    },
    note('Was this you? Then there is nothing to do.'),
  ],
});
