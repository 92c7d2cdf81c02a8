import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { SubscriptionsModule } from '../../subscriptions/index.js';
import { CoreModule } from '../core/core.module.js';
import { SupportModule } from '../support/support.module.js';
import { OwnWelcomeEmailController } from './own-welcome-email.controller.js';
import { OwnWelcomeEmail } from './own-welcome-email.js';
import { QueueWelcomeEmail } from './queue-welcome-email.js';
import { SendWelcomeEmailController } from './send-welcome-email.controller.js';
import { SendWelcomeEmail } from './send-welcome-email.js';
import { WelcomeEmails } from './welcome-emails.js';
import { WelcomeSubscriber } from './welcome-subscriber.handler.js';

const imports = [AuthModule, SubscriptionsModule];

@Module({
  imports: [...imports, CoreModule, SupportModule],
  controllers: [OwnWelcomeEmailController, SendWelcomeEmailController],
  providers: [OwnWelcomeEmail, QueueWelcomeEmail, SendWelcomeEmail, WelcomeEmails],
  exports: [QueueWelcomeEmail],
})
export class WelcomeModule {}

/** For the worker. */
@Module({
  imports: [...imports, CoreModule, WelcomeModule],
  providers: [WelcomeSubscriber],
})
export class WelcomeHandlersModule {}
