import { Module } from '@nestjs/common';
import { CoreModule } from '../core/core.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { DeferredEmailsRepository } from './deferred-emails.repository.js';
import { AdvanceDeferredEmails, ProbeMailServer } from './deferred-emails.tasks.js';
import { ResumeDeferredEmails } from './resume-deferred-emails.js';
import { SendEmail } from './send-email.handler.js';
import { SendQueuedEmail } from './send-queued-email.js';
import { SendingRepository } from './sending.repository.js';
import { SendsInFlight } from './sends-in-flight.js';

/** For the worker. */
@Module({
  imports: [CoreModule, TemplatesModule],
  providers: [
    SendEmail,
    SendQueuedEmail,
    SendsInFlight,
    SendingRepository,
    ProbeMailServer,
    AdvanceDeferredEmails,
    ResumeDeferredEmails,
    DeferredEmailsRepository,
  ],
})
export class SendingModule {}
