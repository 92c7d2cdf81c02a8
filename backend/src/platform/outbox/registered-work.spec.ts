import { Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { ScheduledTask } from '../scheduler/scheduled-task.js';
import { EventHandler } from './event-handler.js';
import { eventType } from './event-type.js';
import { RegisteredWork } from './registered-work.js';

const somethingHappened = eventType('registered-work-spec.happened', 'events');

class FirstHandler extends EventHandler {
  override readonly id: string = 'react';
  override readonly event = somethingHappened;
  override async handle(): Promise<void> {}
}

class SecondHandler extends FirstHandler {}

class OtherHandler extends FirstHandler {
  override readonly id = 'react-differently';
}

class FirstTask extends ScheduledTask {
  override readonly id = 'react';
  override readonly everySeconds = 60;
  override async run(): Promise<void> {}
}

class SecondTask extends FirstTask {}

async function boot(...providers: (new () => object)[]): Promise<void> {
  @Module({ imports: [DiscoveryModule], providers: [RegisteredWork, ...providers] })
  class Process {}
  const app = await NestFactory.createApplicationContext(Process, { logger: false, abortOnError: false });
  await app.close();
}

describe('registered work', () => {
  it('boots if IDs are unique; a handler and a task may share one', async () => {
    await expect(boot(FirstHandler, OtherHandler, FirstTask)).resolves.toBeUndefined();
  });

  it('fails to boot if two handlers share an ID', async () => {
    await expect(boot(FirstHandler, SecondHandler)).rejects.toThrow(
      'Duplicate event handler IDs: "react" (FirstHandler, SecondHandler).',
    );
  });

  it('fails to boot if two scheduled tasks share an ID', async () => {
    await expect(boot(FirstTask, SecondTask)).rejects.toThrow(
      'Duplicate scheduled task IDs: "react" (FirstTask, SecondTask).',
    );
  });
});
