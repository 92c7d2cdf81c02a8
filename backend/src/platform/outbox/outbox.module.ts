import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OutboxEventsRepository } from './outbox-events.repository.js';
import { Outbox } from './outbox.js';
import { RegisteredWork } from './registered-work.js';

/** Lets every module emit events, and checks the IDs of handlers and tasks at boot. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Outbox, OutboxEventsRepository, RegisteredWork],
  exports: [Outbox, OutboxEventsRepository, RegisteredWork],
})
export class OutboxModule {}
