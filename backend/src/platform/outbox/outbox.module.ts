import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Scheduler } from '../scheduler/scheduler.js';
import { DeliverEvent } from './deliver-event.js';
import { PurgeCompletedEvents } from './purge-completed-events.task.js';
import { HandlerRegistry } from './handler-registry.js';
import { Inbox } from './inbox.js';
import { OutboxEventsRepository } from './outbox-events.repository.js';
import { Outbox } from './outbox.js';
import { QueueWorkers } from './queue-workers.js';
import { RegisteredWork } from './registered-work.js';
import { Relay } from './relay.js';

/** Lets every module emit events, and checks the IDs of handlers and tasks at boot. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Outbox, OutboxEventsRepository, RegisteredWork],
  exports: [Outbox, OutboxEventsRepository, RegisteredWork],
})
export class OutboxModule {}

/** Makes a process a worker: relay, queue workers and scheduler. Imported only by the worker. */
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [HandlerRegistry, Inbox, DeliverEvent, QueueWorkers, Relay, Scheduler, PurgeCompletedEvents],
  exports: [DeliverEvent, QueueWorkers, Relay],
})
export class JobProcessingModule {}
