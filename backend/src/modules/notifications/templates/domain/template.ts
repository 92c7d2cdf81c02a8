/** Details of this installation that appear in emails. */
export interface Brand {
  productName: string;
  siteUrl: string;
  appUrl: string;
  supportEmail: string;
}

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; label: string; url: string }
  /** Less prominent than a button. */
  | { kind: 'link'; label: string; url: string }
  /** A one-time code to enter. */
  | { kind: 'code'; text: string }
  /** Labels and values, one pair per line. */
  | { kind: 'details'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'steps'; heading: string; items: readonly string[] }
  /** User-supplied text; line breaks are kept. */
  | { kind: 'quote'; text: string }
  /** Secondary text, in a smaller size. */
  | { kind: 'note'; text: string };

/** The content of an email, rendered as HTML and as plain text. All text is plain; each renderer escapes it. */
export interface EmailBody {
  heading: string;
  /** Shown after the subject in an inbox. */
  preview: string;
  blocks: readonly Block[];
}

/**
 * The link in an email, for its recipient only. `payment-unless-confirmed` becomes a plain link once the address is confirmed;
 * `cancellation` opens the submission that the email confirms.
 */
export type LinkKind =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'reauthentication'
  | 'payment-unless-confirmed'
  | 'cancellation'
  | 'none';

export interface EmailLink {
  url: string;
  /** True if following it confirms the address; false for a plain link. */
  oneTime: boolean;
  /** Six digits that can be entered instead. */
  code?: string;
  /** Whether the account has a password when the email is sent. Set for `payment-unless-confirmed` only. */
  hasPassword?: boolean;
  /** False if it goes to an address other than the account's, which it can't confirm. Set for `payment-unless-confirmed` only. */
  confirmsEmail?: boolean;
}

export interface Template<Params extends object> {
  /** Who receives it: a customer at their account's address, or staff at the support address. */
  audience: 'customer' | 'staff';
  /** True for emails that grant access to the account. They are only ever sent to its current address. */
  authentication: boolean;
  link: LinkKind;
  /** True if the email is always sent to its original recipient, even if the address of the account has changed. */
  boundToRecipient?: boolean;
  /** Unique to the template, without user-supplied text. */
  subject(brand: Brand, params: Params): string;
  body(params: Params, brand: Brand, link: EmailLink): EmailBody;
  /** Where replies go if not to the sender. */
  replyTo?(params: Params): string;
}

/** An email to a customer without a one-time link. */
export const customerEmail = { audience: 'customer', authentication: false, link: 'none' } as const;
/** An email to staff. */
export const staffEmail = { audience: 'staff', authentication: false, link: 'none' } as const;

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const note = (text: string): Block => ({ kind: 'note', text });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
const accountUrl = ({ siteUrl }: Brand, page: string) => `${siteUrl}/account/${page}`;
/** Links to a page of the recipient's account, where they have to sign in. The link never signs anyone in. */
export const accountButton = (brand: Brand, label: string, page: string): Block =>
  button(label, accountUrl(brand, page));
/** As {@link accountButton}, for an email whose button is for something else. */
export const accountLink = (brand: Brand, label: string, page: string): Block => ({
  kind: 'link',
  label,
  url: accountUrl(brand, page),
});

/** The code to enter instead of clicking, for people who read their email on another device. */
export const oneTimeCode = ({ code }: EmailLink): Block[] =>
  code === undefined
    ? []
    : [note('Or enter this one-time code:'), { kind: 'code', text: code }, note('Never share this code.')];
