import { Injectable } from '@nestjs/common';
import { EMAIL_TEMPLATES, type EmailTemplate } from '@subscription-site/shared/contracts';
import { DomainError } from '../../../platform/domain-error.js';
import { SAMPLES } from '../templates/domain/samples.js';
import { ComposeEmail, type ComposedEmail } from '../templates/compose-email.js';

/** Renders every template with sample data. Nothing is stored and no link works. */
@Injectable()
export class PreviewEmails {
  constructor(private readonly compose: ComposeEmail) {}

  list(): { template: EmailTemplate; subject: string }[] {
    return EMAIL_TEMPLATES.map((template) => ({ template, subject: this.render(template).subject }));
  }

  /** Throws `not_found`. */
  render(name: string): ComposedEmail {
    const template = EMAIL_TEMPLATES.find((known) => known === name);
    if (!template) throw new DomainError('not_found', 'not_found', 'Email template not found.');
    return this.compose.forStaff({
      template,
      locale: 'en',
      params: SAMPLES[template],
      recipient: 'ada@example.com',
      userId: null,
    });
  }
}
