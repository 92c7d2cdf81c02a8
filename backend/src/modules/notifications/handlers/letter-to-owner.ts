import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { MailAccount } from '../application/mail-account.js';
import type { ParamsOf, TemplateName } from '../domain/letters/catalogue.js';

/**
 * An event that is told to the owner of its account by a letter: what the event says beside the account, and the owner's name,
 * are all that the letter needs.
 */
@Injectable()
export abstract class LetterToOwner<
  Name extends TemplateName,
  Payload extends { accountId: string } & Omit<ParamsOf<Name>, 'name'>,
> extends EventHandler<Payload> {
  protected abstract readonly template: Name;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, ...told }: Payload): Promise<void> {
    return this.mail.send(
      accountId,
      this.template,
      // The bound on the payload says that it holds the rest of the parameters.
      ({ fullName: name }) => ({ name, ...told }) as unknown as ParamsOf<Name>,
    );
  }
}
