import { button, customerEmail, note, paragraph, type Template } from './template.js';
import { greeting } from './wording.js';

export interface SecurityEmailParams {
  name: string;
}

/** Sent to the old address. */
export const emailChanged: Template<SecurityEmailParams> = {
  ...customerEmail,
  boundToRecipient: true,
  subject: () => 'Your email address was changed',
  body: ({ name }, { supportEmail }) => ({
    heading: 'Your email address was changed',
    preview: 'You can no longer sign in with this address.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        'The email address for your account was changed, and the change was confirmed from both your old and your new address. You can no longer sign in with this address.',
      ),
      note(`If this wasn’t you, contact us right away at ${supportEmail}.`),
    ],
  }),
};

export const passwordChanged: Template<SecurityEmailParams> = {
  ...customerEmail,
  subject: () => 'Your password was changed',
  body: ({ name }, { siteUrl, supportEmail }) => ({
    heading: 'Your password was changed',
    preview: 'All other devices were signed out.',
    blocks: [
      paragraph(greeting(name)),
      paragraph('The password for your account was changed, and all other devices were signed out.'),
      note('If this wasn’t you, reset your password right away. This signs out every device.'),
      button('Reset your password', `${siteUrl}/auth/forgot`),
      note(`If that doesn’t work, contact us at ${supportEmail}.`),
    ],
  }),
};

export const reauthentication: Template<SecurityEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'reauthentication',
  subject: ({ productName }) => `Your verification code for ${productName}`,
  body: ({ name }, { productName }, { code }) => ({
    heading: 'Your verification code',
    preview: 'Enter it to confirm it’s you.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `Enter this code in ${productName} to confirm it’s you. It expires soon and works only once.`,
      ),
      { kind: 'code', text: code ?? '' },
      note(
        'Never share this code. If you didn’t request it, someone else may be signed in to your account. Reset your password right away.',
      ),
    ],
  }),
};
