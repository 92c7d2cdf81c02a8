import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { QueueWorkers } from '../queue/queue-workers.js';
import { Scheduler } from '../scheduler/scheduler.js';
import { DeliverEvent } from './deliver-event.js';
import { ForgetDoneEvents } from './forget-done-events.task.js';
import { HandlerRegistry } from './handler-registry.js';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { Relay } from './relay.js';

/** Lets every module emit events. */
@Global()
@Module({ providers: [Outbox], exports: [Outbox] })
export class OutboxModule {}

/** Turns a process into a worker: relay, queue workers and scheduler. Imported by the worker alone. */
@Module({
  imports: [DiscoveryModule, ScheduleModule.forRoot()],
  providers: [HandlerRegistry, Inbox, DeliverEvent, QueueWorkers, Relay, Scheduler, ForgetDoneEvents],
  exports: [DeliverEvent, QueueWorkers, Relay],
})
export class WorkModule {}
