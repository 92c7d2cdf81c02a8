import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { UserNotifier } from '../core/user-notifier.js';
import type { TemplateParams, TemplateName } from '../templates/domain/catalog.js';

/**
 * Emails the user that an event is about. The template's parameters are the user's name and the rest of the payload.
 */
@Injectable()
export abstract class UserEmailHandler<
  Name extends TemplateName,
  Payload extends { userId: string } & Omit<TemplateParams<Name>, 'name'>,
> extends EventHandler<Payload> {
  protected abstract readonly template: Name;

  constructor(private readonly notifier: UserNotifier) {
    super();
  }

  override handle({ userId, ...params }: Payload): Promise<void> {
    return this.notifier.send(
      userId,
      this.template,
      // The constraint on Payload guarantees the other parameters.
      ({ fullName: name }) => ({ name, ...params }) as unknown as TemplateParams<Name>,
    );
  }
}
