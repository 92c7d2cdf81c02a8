import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ScheduledTask } from '../scheduler/scheduled-task.js';
import { EffectHandler, EventHandler, BatchedEffectHandler } from './event-handler.js';

export type AnyHandler = EventHandler | EffectHandler | BatchedEffectHandler;

const HANDLER_KINDS = [EventHandler, EffectHandler, BatchedEffectHandler];

/** The event handlers and scheduled tasks of this process. The process does not boot unless IDs are unique within each kind. */
@Injectable()
export class RegisteredWork implements OnModuleInit {
  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    assertUniqueIds('event handler', this.handlers());
    assertUniqueIds('scheduled task', this.scheduledTasks());
  }

  handlers(): AnyHandler[] {
    return this.instances().filter((instance): instance is AnyHandler =>
      HANDLER_KINDS.some((kind) => instance instanceof kind),
    );
  }

  scheduledTasks(): ScheduledTask[] {
    return this.instances().filter((instance) => instance instanceof ScheduledTask);
  }

  private instances(): unknown[] {
    return this.discovery.getProviders().map(({ instance }) => instance as unknown);
  }
}

/** Handlers that share an ID would skip each other's events; tasks would skip each other's runs. */
function assertUniqueIds(kind: string, entries: readonly { id: string }[]): void {
  const byId = Map.groupBy(entries, ({ id }) => id);
  const duplicates = [...byId].filter(([, sharing]) => sharing.length > 1);
  if (duplicates.length === 0) return;
  const names = duplicates.map(
    ([id, sharing]) => `"${id}" (${sharing.map((entry) => entry.constructor.name).join(', ')})`,
  );
  throw new Error(`Duplicate ${kind} IDs: ${names.join('; ')}.`);
}
