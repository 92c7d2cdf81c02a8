import { button, customerEmail, note, paragraph, type Block, type Brand, type Template } from './template.js';
import { dateAndTime, greeting, neutralizeLinks } from './wording.js';

const FACTOR_LABELS = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  phone: 'Text message',
} as const;

export interface FactorParams {
  name: string;
  factor: keyof typeof FACTOR_LABELS;
}

const factorDetails = ({ factor }: FactorParams): Block => ({
  kind: 'details',
  rows: [['Method', FACTOR_LABELS[factor]]],
});

/** What to do if it was someone else. */
const ifNotYou = ({ siteUrl, supportEmail }: Brand): Block[] => [
  note('If this wasn’t you, reset your password right away. This signs out every device.'),
  button('Reset your password', `${siteUrl}/auth/forgot`),
  note(`Then contact us at ${supportEmail} so we can help you secure your account.`),
];

/** Content of an email about a change to sign-in methods. */
interface SecurityEmailContent<Params extends { name: string }> {
  /** Also the heading. */
  subject: string;
  preview: string;
  /** The first paragraph after the greeting. */
  summary: string;
  /** Shown between the summary and the advice for when it wasn't the account's owner. */
  more?: (params: Params) => Block[];
}

const securityEmail = <Params extends { name: string }>({
  subject,
  preview,
  summary,
  more,
}: SecurityEmailContent<Params>): Template<Params> => ({
  ...customerEmail,
  subject: () => subject,
  body: (params, brand) => ({
    heading: subject,
    preview,
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(summary),
      ...(more?.(params) ?? []),
      ...ifNotYou(brand),
    ],
  }),
});

export interface FactorEnrolledParams extends FactorParams {
  additional?: boolean;
}

const factorAdded = securityEmail<FactorParams>({
  subject: 'A two-factor authentication method was added',
  preview: 'You can now use it to sign in.',
  summary: 'A two-factor authentication method was added to your account. You can now use it to sign in.',
  more: (params) => [factorDetails(params)],
});

const mfaTurnedOn = securityEmail<FactorParams>({
  subject: 'Two-factor authentication was turned on',
  preview: 'A stolen password won’t be enough to get in.',
  summary:
    'Two-factor authentication was turned on for your account. From now on, a stolen password won’t be enough to get in. Any device that hadn’t completed two-factor authentication was signed out.',
  more: (params) => [
    factorDetails(params),
    note(
      'Generate recovery codes and keep them somewhere other than your device. They’ll get you back in if you lose it.',
    ),
  ],
});

export const mfaFactorEnrolled: Template<FactorEnrolledParams> = {
  ...mfaTurnedOn,
  subject: (brand, params) => (params.additional ? factorAdded : mfaTurnedOn).subject(brand, params),
  body: (params, ...rest) => (params.additional ? factorAdded : mfaTurnedOn).body(params, ...rest),
};

export const mfaFactorUnenrolled = securityEmail<FactorParams>({
  subject: 'A two-factor authentication method was removed',
  preview: 'You can no longer sign in with it.',
  summary:
    'A two-factor authentication method was removed from your account. You can no longer sign in with it.',
  more: (params) => [factorDetails(params)],
});

export const passkeyAdded = securityEmail({
  subject: 'A passkey was added to your account',
  preview: 'You can now use it to sign in without a password.',
  summary: 'A passkey was added to your account. You can now use it to sign in without a password.',
});

export const passkeyRemoved = securityEmail({
  subject: 'A passkey was removed from your account',
  preview: 'You can no longer sign in with it.',
  summary: 'A passkey was removed from your account. You can no longer sign in with it.',
});

export const phoneChanged = securityEmail({
  subject: 'Your phone number was changed',
  preview: 'You can now sign in with a code sent to the new number.',
  summary:
    'The phone number for your account was changed. You can now sign in with a code sent to the new number.',
});

export const recoveryCodesGenerated = securityEmail({
  subject: 'New recovery codes were generated',
  preview: 'Your old codes no longer work.',
  summary: 'Ten new recovery codes were generated for your account. Your old codes no longer work.',
});

export interface RecoveryCodeUsedParams {
  name: string;
  remaining: number;
}

export const recoveryCodeUsed = securityEmail<RecoveryCodeUsedParams>({
  subject: 'A recovery code was used to sign in',
  preview: 'Each recovery code works only once.',
  summary:
    'Someone signed in to your account with a recovery code instead of your usual two-factor authentication method.',
  more: ({ remaining }) => [
    { kind: 'details', rows: [['Recovery codes left', String(remaining)]] },
    ...(remaining < 3 ? [note('Generate new codes soon so you don’t get locked out.')] : []),
  ],
});

/** A proxy may forward a client-supplied value instead of an IP address. */
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:]+)$/i;

export interface NewSignInParams {
  name: string;
  device: string | null;
  ipAddress: string | null;
  /** RFC 3339. */
  at: string;
}

export const newSignIn = securityEmail<NewSignInParams>({
  subject: 'New sign-in to your account',
  preview: 'From a device we haven’t seen before.',
  summary: 'Someone signed in to your account from a device we haven’t seen before.',
  more: ({ device, ipAddress, at }) => [
    {
      kind: 'details',
      rows: [
        ['Device', neutralizeLinks(device ?? 'Unknown')],
        ['IP address', ipAddress !== null && IP_ADDRESS.test(ipAddress) ? ipAddress : 'Unknown'],
        ['Time', dateAndTime(at)],
      ],
    },
    note('If this was you, you don’t need to do anything.'),
  ],
});
