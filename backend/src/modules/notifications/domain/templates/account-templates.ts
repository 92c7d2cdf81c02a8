import { summaryOf, type AlertParams } from './alert-templates.js';
import { button, codeBeside, note, paragraph, type Template } from './template.js';
import { greeting, shownAddress, unlinked } from './wording.js';

export interface LinkEmailParams {
  name: string;
  /** Where the link leads after the press, judged when it was asked for. */
  redirectTo: string | null;
  /** Of the client that asked with a code challenge. */
  flowId?: string;
}

const NOT_REQUESTED =
  'If you did not ask for this, you can ignore this mail: nothing changes without the press.';

export const confirmEmailTemplate: Template<LinkEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'signup',
  subject: ({ productName }) => `Confirm your email address for ${productName}`,
  body: ({ name }, { productName }, link) => ({
    heading: 'Confirm your email address',
    preview: 'One press, and your account is ready.',
    blocks: [
      paragraph(`${greeting(name)} One press on the button shows that this address is yours.`),
      button('Confirm address', link.url),
      ...codeBeside(link),
      note(`Somebody used this address to sign up for ${productName}. ${NOT_REQUESTED}`),
    ],
  }),
};

export const resetPassword: Template<LinkEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'recovery',
  subject: ({ productName }) => `Set a new password for ${productName}`,
  body: ({ name }, { productName }, link) => ({
    heading: 'Set a new password',
    preview: 'The link works once.',
    blocks: [
      paragraph(
        `${greeting(name)} With this button you can choose a new password. It works once, for a short time.`,
      ),
      button('Choose a new password', link.url),
      ...codeBeside(link),
      note(`Somebody asked for a new password at ${productName}. ${NOT_REQUESTED}`),
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
    preview: 'The link works once.',
    blocks: [
      paragraph(`${greeting(name)} This button signs you in, without a password. It works once.`),
      button('Sign in', link.url),
      ...codeBeside(link),
      note(
        `Somebody asked to sign in to ${productName} with this address. ${NOT_REQUESTED} Give the code to no one.`,
      ),
    ],
  }),
};

export const invitation: Template<LinkEmailParams> = {
  audience: 'customer',
  authentication: true,
  link: 'invite',
  subject: ({ productName }) => `You are invited to ${productName}`,
  body: ({ name }, { productName }, link) => ({
    heading: `You are invited to ${productName}`,
    preview: 'One press opens your account.',
    blocks: [
      paragraph(`${greeting(name)} An account at ${productName} was made for you. This button opens it.`),
      button('Accept the invitation', link.url),
      ...codeBeside(link),
      note(
        'If you do not know why you get this, you can ignore it: nobody can use the account without this mail.',
      ),
    ],
  }),
};

export interface EmailChangeParams extends LinkEmailParams {
  newEmail: string;
  /** True when the account had no address before, so that no one else is asked. */
  first?: boolean;
}

export const confirmEmailChange: Template<EmailChangeParams> = {
  audience: 'customer',
  authentication: true,
  link: 'email_change',
  boundToRecipient: true,
  subject: ({ productName }) => `Confirm the new email address of your account at ${productName}`,
  body: ({ name, newEmail, first }, { productName, supportEmail }, link) => ({
    heading: 'Confirm the new email address',
    preview: first ? 'One press, and your account is kept.' : 'Both mailboxes have to agree.',
    blocks: [
      paragraph(
        `${greeting(name)} Your account at ${productName} is to have the address ${shownAddress(newEmail)}. ${
          first
            ? 'It had none so far: once the button was pressed, you can come back to it from anywhere.'
            : 'A mail went to that address and one to the present one; the change is made once the button in both was pressed.'
        }`,
      ),
      button('Agree to the new address', link.url),
      ...codeBeside(link),
      note(
        `Was this not you? Then press nothing: the account keeps its address. If it is yours, set a new password and write to ${supportEmail}.`,
      ),
    ],
  }),
};

export interface UnrecognizedAccountParams {
  userId: string;
  address: string;
}

export const unrecognizedAccountAlert: Template<UnrecognizedAccountParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => "A payment was made with someone else's address",
  body: ({ userId, address }, { siteUrl }) => ({
    heading: 'Someone did not recognize their account',
    preview: 'Please look at the payment behind it.',
    blocks: [
      paragraph(
        'The owner of a mailbox says that the account made with it by a payment is not theirs. Its password and sessions are closed. Please look at the payment behind it.',
      ),
      {
        kind: 'figures',
        rows: [
          ['Account', unlinked(userId)],
          ['Address', shownAddress(address)],
        ],
      },
      button('Open the support console', `${siteUrl}/admin`),
    ],
  }),
};

export interface CancellationFailedParams extends AlertParams {
  userId: string;
  /** What the payment provider said, or that it said nothing. Emails of earlier versions name none. */
  reason?: string;
}

export const cancellationFailedAlert: Template<CancellationFailedParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'The plan of a deleted account could not be ended',
  body: ({ userId, reason = 'unknown', others }, { siteUrl }) => ({
    heading: 'End the plan of a deleted account',
    preview: 'The payment provider may go on charging.',
    blocks: [
      paragraph(
        'An account was deleted, but the payment provider could not be brought to end what was bought for it. Access has ended. Charges may go on: please look at the reason, put it right, and press “Try again” in the console, or end the subscription at the provider.',
      ),
      {
        kind: 'figures',
        rows: [
          ['Account', unlinked(userId)],
          ['Reason', unlinked(reason)],
        ],
      },
      button('Open the support console', `${siteUrl}/admin/subscription-cancellations`),
      ...summaryOf(others),
    ],
  }),
};
