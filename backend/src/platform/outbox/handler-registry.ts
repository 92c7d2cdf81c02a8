import { Injectable } from '@nestjs/common';
import { declaredEventTypes } from './event-type.js';
import { RegisteredWork, type AnyHandler } from './registered-work.js';

/** The event handlers of this process by topic. */
@Injectable()
export class HandlerRegistry {
  private byTopic: Map<string, AnyHandler[]> | undefined;

  constructor(private readonly registeredWork: RegisteredWork) {}

  getHandlers(topic: string): readonly AnyHandler[] {
    this.byTopic ??= Map.groupBy(this.registeredWork.handlers(), ({ event }) => event.topic);
    return this.byTopic.get(topic) ?? [];
  }

  /** Throws if a declared topic has no handler, because its events would wait forever. */
  assertComplete(): void {
    const orphans = declaredEventTypes().filter((type) => this.getHandlers(type.topic).length === 0);
    if (orphans.length > 0) {
      throw new Error(`No handler for ${orphans.map((type) => type.topic).join(', ')}.`);
    }
  }
}
