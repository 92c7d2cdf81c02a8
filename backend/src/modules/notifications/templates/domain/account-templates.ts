import { collectedNote, type AlertParams } from './alert-templates.js';
import { button, note, oneTimeCode, paragraph, staffEmail, type Template } from './template.js';
import { displayAddress, greeting, neutralizeLinks } from './wording.js';

export interface LinkEmailParams {
  name: string;
  /** Where the link redirects. Validated when the email was requested. */
  redirectTo: string | null;
  /** The PKCE flow, if the client sent a code challenge. */
  flowId?: string;
}

/** As in the settings of `auth`, which are not configurable. */
const LINK_VALIDITY = 'This link works for 24 hours and only once.';

export const confirmEmail: Template<LinkEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'signup',
  subject: () => 'Confirm your email address',
  body: ({ name }, { productName }, link) => ({
    heading: 'Confirm your email address',
    preview: 'One click and your account is ready.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(`Thanks for signing up for ${productName}. Click below to confirm your email address.`),
      button('Confirm email address', link.url),
      ...oneTimeCode(link),
      note(`If you didn’t sign up for ${productName}, you can safely ignore this email.`),
    ],
  }),
};

export const resetPassword: Template<LinkEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'recovery',
  subject: () => 'Reset your password',
  body: ({ name }, { productName }, link) => ({
    heading: 'Reset your password',
    preview: LINK_VALIDITY,
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `We received a request to reset your password for ${productName}. Click below to choose a new one. ${LINK_VALIDITY}`,
      ),
      button('Reset password', link.url),
      ...oneTimeCode(link),
      note(
        'If you didn’t request a password reset, you can safely ignore this email. Your password won’t change.',
      ),
    ],
  }),
};

export const signIn: Template<LinkEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'magiclink',
  subject: ({ productName }) => `Sign in to ${productName}`,
  body: ({ name }, { productName }, link) => ({
    heading: `Sign in to ${productName}`,
    preview: LINK_VALIDITY,
    blocks: [
      paragraph(greeting(name)),
      paragraph(`Click below to sign in. ${LINK_VALIDITY}`),
      button('Sign in', link.url),
      ...oneTimeCode(link),
      note('If you didn’t try to sign in, you can safely ignore this email.'),
    ],
  }),
};

export const invitation: Template<LinkEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'invite',
  subject: ({ productName }) => `You’re invited to ${productName}`,
  body: ({ name }, { productName }, link) => ({
    heading: `You’re invited to ${productName}`,
    preview: 'Accept the invitation to get started.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `You’ve been invited to ${productName}. Click below to accept the invitation and open your account.`,
      ),
      button('Accept invitation', link.url),
      ...oneTimeCode(link),
      note('If you weren’t expecting this invitation, you can safely ignore this email.'),
    ],
  }),
};

export interface EmailChangeParams extends LinkEmailParams {
  newEmail: string;
  /** True if the account had no email address before, so only the new one has to be confirmed. */
  first?: boolean;
  /** True if it goes to the current address. Missing in emails of older versions. */
  toCurrent?: boolean;
}

export const confirmEmailChange: Template<EmailChangeParams> = {
  audience: 'customer',
  authentication: true,
  link: 'email_change',
  boundToRecipient: true,
  subject: (_, { first }) => (first ? 'Confirm your email address' : 'Confirm your email change'),
  body: ({ name, newEmail, first, toCurrent }, { supportEmail }, link) => ({
    heading: first ? 'Confirm your email address' : 'Confirm your email change',
    preview: first
      ? 'You can then use it to sign in from any device.'
      : 'Confirm from both your current and your new address.',
    blocks: [
      paragraph(greeting(name)),
      ...(first
        ? [
            paragraph(
              `Click below to add ${displayAddress(newEmail)} to your account. Once it’s confirmed, you can use it to sign in from any device.`,
            ),
          ]
        : [
            paragraph(
              `We received a request to change the email address for your account to ${displayAddress(newEmail)}.`,
            ),
            paragraph(
              'We sent this email to both your current and your new address. Confirm from both to complete the change.',
            ),
          ]),
      button(toCurrent ? 'Confirm the change' : 'Confirm new email address', link.url),
      ...oneTimeCode(link),
      note(
        `If you didn’t request this, don’t click the button, and your account won’t change. If it’s your account, reset your password and contact us at ${supportEmail}.`,
      ),
    ],
  }),
};

export interface UnrecognizedAccountParams {
  userId: string;
  address: string;
}

export const unrecognizedAccountAlert: Template<UnrecognizedAccountParams> = {
  ...staffEmail,
  subject: () => 'Unrecognized account reported',
  body: ({ userId, address }, { siteUrl }) => ({
    heading: 'Unrecognized account reported',
    preview: 'Someone paid with an email address that may not be theirs.',
    blocks: [
      paragraph(
        'The owner of an email address says they didn’t make the payment that created an account with it. We’ve removed the account’s password and signed out its sessions. Please review the payment.',
      ),
      {
        kind: 'details',
        rows: [
          ['Account', neutralizeLinks(userId)],
          ['Email', displayAddress(address)],
        ],
      },
      button('Open the support console', `${siteUrl}/admin`),
    ],
  }),
};

export interface CancellationFailedParams extends AlertParams {
  userId: string;
  /** The payment provider's error, or that it didn't respond. Missing in emails written by older versions. */
  reason?: string;
}

export const cancellationFailedAlert: Template<CancellationFailedParams> = {
  ...staffEmail,
  subject: () => 'A deleted account’s subscription couldn’t be canceled',
  body: ({ userId, reason = 'unknown', others }, { siteUrl }) => ({
    heading: 'A deleted account’s subscription couldn’t be canceled',
    preview: 'The payment provider may keep charging the customer.',
    blocks: [
      paragraph(
        'An account was deleted, but we couldn’t cancel its subscription with the payment provider. The customer no longer has access but may still be charged.',
      ),
      {
        kind: 'details',
        rows: [
          ['Account', neutralizeLinks(userId)],
          ['Reason', neutralizeLinks(reason)],
        ],
      },
      paragraph(
        'Fix the cause and click “Try again” in the console, or cancel the subscription at the provider.',
      ),
      button('View failed cancellations', `${siteUrl}/admin/subscription-cancellations`),
      ...collectedNote(others),
    ],
  }),
};
