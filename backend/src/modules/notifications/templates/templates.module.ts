import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { SubscriptionsModule } from '../../subscriptions/index.js';
import { ComposeEmail } from './compose-email.js';

/** The texts of all emails, and rendering them. */
@Module({
  imports: [AuthModule, SubscriptionsModule],
  providers: [ComposeEmail],
  exports: [ComposeEmail],
})
export class TemplatesModule {}
