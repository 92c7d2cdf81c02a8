/** Who writes: facts of the installation that emails mention. */
export interface Brand {
  productName: string;
  siteUrl: string;
  appUrl: string;
  supportEmail: string;
}

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; label: string; url: string }
  /** Digits to be typed elsewhere. */
  | { kind: 'code'; text: string }
  /** Label and value, as on a bill. */
  | { kind: 'figures'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'steps'; heading: string; items: readonly string[] }
  /** Someone else's words, line breaks kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'note'; text: string };

/** What an email says, before it has a form. All texts are plain: each form escapes them in its own way. */
export interface EmailBody {
  heading: string;
  /** Shown after the subject in lists of emails. */
  preview: string;
  blocks: readonly Block[];
}

/** Which one-time link an email carries. `payment-unless-proven`: a plain link once the address is confirmed. */
export type LinkNeed =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'reauthentication'
  | 'payment-unless-proven'
  | 'none';

export interface EmailLink {
  url: string;
  /** True when it proves the address; false for a plain one. */
  oneTime: boolean;
  /** Six digits that do the same when they are typed. */
  code?: string;
  /** Of the account when the email is sent; only for `payment-unless-proven`. */
  hasPassword?: boolean;
}

export interface Template<Params extends object> {
  /** Who reads it: a customer at his account's address, or the staff's mailbox. */
  audience: 'customer' | 'staff';
  /** Emails that give access: they go to the account's present address and nowhere else. */
  authentication: boolean;
  link: LinkNeed;
  /** True when it was written for the mailbox it went to, whichever address the account has today. */
  boundToRecipient?: boolean;
  /** The same for every email of the template, and of no other. */
  subject(brand: Brand): string;
  body(params: Params, brand: Brand, link: EmailLink): EmailBody;
  /** Address that an answer goes to, when it is not the sender's. */
  replyTo?(params: Params): string;
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const note = (text: string): Block => ({ kind: 'note', text });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });

/** The digits beside a link, for who reads email on another device. */
export const codeBeside = ({ code }: EmailLink): Block[] =>
  code === undefined
    ? []
    : [
        note('Asked for a code instead? Type this one; it works once, as the button does.'),
        { kind: 'code', text: code },
      ];
