import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { EffectHandler, EventHandler, FrequentEffectHandler } from './event-handler.js';
import { declaredEventTypes } from './event-type.js';

export type AnyHandler = EventHandler | EffectHandler | FrequentEffectHandler;

const KINDS = [EventHandler, EffectHandler, FrequentEffectHandler];

/** Finds every handler among the providers of this process. */
@Injectable()
export class HandlerRegistry {
  private byTopic: Map<string, AnyHandler[]> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  handlersOf(topic: string): readonly AnyHandler[] {
    return this.all().get(topic) ?? [];
  }

  /** Throws when a declared topic has no handler: its events would wait for ever. */
  proveComplete(): void {
    const orphans = declaredEventTypes().filter((type) => this.handlersOf(type.topic).length === 0);
    if (orphans.length > 0) {
      throw new Error(`No handler for ${orphans.map((type) => type.topic).join(', ')}.`);
    }
  }

  private all(): Map<string, AnyHandler[]> {
    if (this.byTopic) return this.byTopic;
    this.byTopic = new Map();
    for (const { instance } of this.discovery.getProviders()) {
      if (!KINDS.some((kind) => instance instanceof kind)) continue;
      const handler = instance as AnyHandler;
      const { topic } = handler.event;
      this.byTopic.set(topic, [...(this.byTopic.get(topic) ?? []), handler]);
    }
    return this.byTopic;
  }
}
