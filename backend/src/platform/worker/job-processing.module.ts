import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DeliverEvent } from '../outbox/deliver-event.js';
import { HandlerRegistry } from '../outbox/handler-registry.js';
import { Inbox } from '../outbox/inbox.js';
import { PurgeCompletedEvents } from '../outbox/purge-completed-events.task.js';
import { QueueWorkers } from '../outbox/queue-workers.js';
import { Relay } from '../outbox/relay.js';
import { RunDueWork } from './run-due-work.js';
import { Scheduler } from './scheduler.js';

/** Makes a process a worker: relay, queue workers and scheduler. Imported only by the worker. */
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [
    HandlerRegistry,
    Inbox,
    DeliverEvent,
    QueueWorkers,
    Relay,
    Scheduler,
    PurgeCompletedEvents,
    RunDueWork,
  ],
  exports: [DeliverEvent, QueueWorkers, Relay],
})
export class JobProcessingModule {}
