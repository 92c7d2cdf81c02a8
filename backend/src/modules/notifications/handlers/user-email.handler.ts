import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { UserNotifier } from '../application/user-notifier.js';
import type { ParamsOf, TemplateName } from '../domain/templates/catalog.js';

/**
 * An event that is told to the owner of its account by an email: what the event says beside the account, and the owner's name,
 * are all that the email needs.
 */
@Injectable()
export abstract class UserEmailHandler<
  Name extends TemplateName,
  Payload extends { userId: string } & Omit<ParamsOf<Name>, 'name'>,
> extends EventHandler<Payload> {
  protected abstract readonly template: Name;

  constructor(private readonly notifier: UserNotifier) {
    super();
  }

  override handle({ userId, ...reported }: Payload): Promise<void> {
    return this.notifier.send(
      userId,
      this.template,
      // The bound on the payload says that it holds the rest of the parameters.
      ({ fullName: name }) => ({ name, ...reported }) as unknown as ParamsOf<Name>,
    );
  }
}
