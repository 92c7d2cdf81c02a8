import { button, note, paragraph, type Template } from './template.js';
import { greeting } from './wording.js';

export interface SecurityEmailParams {
  name: string;
}

export const emailChanged: Template<SecurityEmailParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  boundToRecipient: true,
  subject: ({ productName }) => `Your account at ${productName} has a new email address`,
  body: ({ name }, { productName, supportEmail }) => ({
    heading: 'Your account has a new email address',
    preview: 'This mailbox no longer opens it.',
    blocks: [
      paragraph(
        `${greeting(name)} The email address of your account at ${productName} was changed, and both mailboxes agreed. From now on our mails go to the new one.`,
      ),
      note(`Was this not you? Write to ${supportEmail} at once.`),
    ],
  }),
};

export const passwordChanged: Template<SecurityEmailParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `Your password was changed at ${productName}`,
  body: ({ name }, { productName, siteUrl, supportEmail }) => ({
    heading: 'Your password was changed',
    preview: 'All other devices were signed out.',
    blocks: [
      paragraph(
        `${greeting(name)} The password of your account at ${productName} was changed, and all other devices were signed out.`,
      ),
      note('Was this not you? Set a new password now; it closes every session that is open.'),
      button('Set a new password', `${siteUrl}/auth/forgot`),
      note(`If that does not work, write to ${supportEmail}.`),
    ],
  }),
};

export const reauthentication: Template<SecurityEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'reauthentication',
  subject: ({ productName }) => `Your code for ${productName}`,
  body: ({ name }, { productName }, { code }) => ({
    heading: 'Your code',
    preview: 'It shows that it is you.',
    blocks: [
      paragraph(
        `${greeting(name)} Type these six digits where ${productName} asks for them, to show that it is you. They work once.`,
      ),
      { kind: 'code', text: code ?? '' },
      note(
        'Give the code to no one. If you did not ask for it, set a new password: somebody is signed in as you.',
      ),
    ],
  }),
};
