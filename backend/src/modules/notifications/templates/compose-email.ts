import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { OneTimeLinks } from '../../auth/index.js';
import { SubmissionLinks } from '../../subscriptions/index.js';
import type { EmailContent } from './domain/email.js';
import type { EmailChangeParams } from './domain/account-templates.js';
import type { AlertParams } from './domain/alert-templates.js';
import type { CancellationReceivedParams } from './domain/cancellation-templates.js';
import { templateNamed } from './domain/catalog.js';
import { renderHtml } from './domain/html.js';
import type { EmailLink, LinkKind } from './domain/template.js';
import { renderText } from './domain/plain-text.js';
import { getBrand } from './brand.js';

export interface ComposedEmail {
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
}

/** Placeholders for one-time secrets in what staff see. */
const MASKED_SECRET = '••••••••';
const MASKED_CODE = '••••••';

/** Renders a stored email. */
@Injectable()
export class ComposeEmail {
  constructor(
    private readonly oneTimeLinks: OneTimeLinks,
    private readonly submissionLinks: SubmissionLinks,
    private readonly settings: Settings,
  ) {}

  /** With a new one-time link, bound to the recipient. Throws for an unknown template. */
  async forSending(email: EmailContent): Promise<ComposedEmail> {
    const { link } = templateNamed(email.template);
    return this.compose(email, await this.mintLink(link, email));
  }

  /** With one-time secrets masked. */
  forStaff(email: EmailContent): ComposedEmail {
    const { link } = templateNamed(email.template);
    if (link === 'none') return this.compose(email, this.plainLink());
    if (link === 'cancellation') {
      const url = this.submissionLinks.urlWith(referenceIn(email), MASKED_SECRET);
      return this.compose(email, { url, oneTime: false });
    }
    const purpose = link === 'payment-unless-confirmed' ? 'payment' : link;
    const url = `${this.settings.siteUrl}/auth/confirm?token=${MASKED_SECRET}&type=${purpose}`;
    const code = purpose === 'payment' ? {} : { code: MASKED_CODE };
    return this.compose(email, { url, oneTime: true, ...code });
  }

  private compose({ template: name, params }: EmailContent, link: EmailLink): ComposedEmail {
    const brand = getBrand(this.settings);
    const template = templateNamed(name);
    const body = template.body(params, brand, link);
    const replyTo = template.replyTo?.(params);
    return {
      subject: template.subject(brand, params) + moreOccurrences(params),
      html: renderHtml(body, brand),
      text: renderText(body, brand),
      ...(replyTo ? { replyTo } : {}),
    };
  }

  private async mintLink(kind: LinkKind, email: EmailContent): Promise<EmailLink> {
    const { userId, recipient: address } = email;
    if (kind === 'cancellation')
      return { url: this.submissionLinks.urlFor(referenceIn(email), address), oneTime: false };
    if (kind === 'none' || userId === null) return this.plainLink();
    if (kind === 'payment-unless-confirmed') {
      const link = await this.oneTimeLinks.mintUnlessConfirmed({ userId, address });
      return link ? { ...link, oneTime: true } : this.plainLink();
    }
    const { redirectTo, flowId, newEmail } = email.params as Partial<EmailChangeParams>;
    const input = { userId, purpose: kind, address, redirectTo, flowId, newEmail };
    const link = await this.oneTimeLinks.mint(input);
    return { ...link, oneTime: true };
  }

  private plainLink(): EmailLink {
    return { url: this.settings.appUrl, oneTime: false };
  }
}

/** Says in the subject of an alert how many more cases it covers. */
function moreOccurrences({ others = 0 }: AlertParams): string {
  return others > 0 ? ` (and ${others} more)` : '';
}

const referenceIn = ({ params }: EmailContent): string => (params as CancellationReceivedParams).reference;
