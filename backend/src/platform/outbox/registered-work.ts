import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ScheduledTask } from '../scheduler/scheduled-task.js';
import { EffectHandler, EventHandler, FrequentEffectHandler } from './event-handler.js';

export type AnyHandler = EventHandler | EffectHandler | FrequentEffectHandler;

const HANDLER_KINDS = [EventHandler, EffectHandler, FrequentEffectHandler];

/** The event handlers and scheduled tasks of this process. Each kind has unique ids, or the process does not boot. */
@Injectable()
export class RegisteredWork implements OnModuleInit {
  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    assertUniqueIds('event handlers', this.handlers());
    assertUniqueIds('scheduled tasks', this.scheduledTasks());
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

/** Two handlers with one id would skip each other's events; two tasks would skip each other's runs. */
export function assertUniqueIds(kind: string, entries: readonly { id: string }[]): void {
  const byId = Map.groupBy(entries, ({ id }) => id);
  const duplicates = [...byId].filter(([, sharing]) => sharing.length > 1);
  if (duplicates.length === 0) return;
  const names = duplicates.map(
    ([id, sharing]) => `"${id}" (${sharing.map((entry) => entry.constructor.name).join(', ')})`,
  );
  throw new Error(`Duplicate ids of ${kind}: ${names.join('; ')}.`);
}
