import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { OneTimeLinks } from '../../auth/index.js';
import type { EmailContent } from '../domain/email.js';
import type { NewAddressParams } from '../domain/letters/account-letters.js';
import { templateNamed } from '../domain/letters/catalogue.js';
import { renderHtml } from '../domain/letters/html.js';
import type { LetterLink, LinkNeed } from '../domain/letters/letter.js';
import { renderText } from '../domain/letters/plain-text.js';
import { brandOf } from './brand.js';

export interface ComposedEmail {
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
}

/** Stands where a one-time secret would be in what staff may see. */
const MASKED_SECRET = '••••••••';
const MASKED_CODE = '••••••';

/** Writes out a mail from its row. */
@Injectable()
export class ComposeEmail {
  constructor(
    private readonly links: OneTimeLinks,
    private readonly settings: Settings,
  ) {}

  /** With a one-time link of its own, bound to the recipient. Throws for a template that this version does not know. */
  async forSending(email: EmailContent): Promise<ComposedEmail> {
    const { link } = templateNamed(email.template);
    return this.compose(email, await this.freshLink(link, email));
  }

  /** As it reads, without the secret that only its reader may have. */
  forStaff(email: EmailContent): ComposedEmail {
    const { link } = templateNamed(email.template);
    if (link === 'none') return this.compose(email, this.plainLink());
    const purpose = link === 'payment-unless-proven' ? 'payment' : link;
    const url = `${this.settings.siteUrl}/auth/confirm?token=${MASKED_SECRET}&type=${purpose}`;
    const code = purpose === 'payment' ? {} : { code: MASKED_CODE };
    return this.compose(email, { url, oneTime: true, ...code });
  }

  private compose({ template: name, params }: EmailContent, link: LetterLink): ComposedEmail {
    const brand = brandOf(this.settings);
    const template = templateNamed(name);
    const letter = template.letter(params, brand, link);
    const replyTo = template.replyTo?.(params);
    return {
      subject: template.subject(brand),
      html: renderHtml(letter, brand),
      text: renderText(letter, brand),
      ...(replyTo ? { replyTo } : {}),
    };
  }

  private async freshLink(need: LinkNeed, email: EmailContent): Promise<LetterLink> {
    const { accountId, recipient: address } = email;
    if (need === 'none' || accountId === null) return this.plainLink();
    if (need === 'payment-unless-proven') {
      const link = await this.links.mintUnlessProven({ accountId, address });
      return link ? { ...link, oneTime: true } : this.plainLink();
    }
    const { redirectTo, flowId, newEmail } = email.params as Partial<NewAddressParams>;
    const wish = { accountId, purpose: need, address, redirectTo, flowId, newEmail };
    const link = await this.links.mint(wish);
    return { ...link, oneTime: true };
  }

  private plainLink(): LetterLink {
    return { url: this.settings.appUrl, oneTime: false };
  }
}
