import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { RetryLater } from '../outbox/event-handler.js';
import {
  PersonalDataSource,
  type PersonalDataFile,
  type PersonalDataRecord,
  type Person,
} from './personal-data.port.js';

/** By source and table. */
export type ExportedRecords = Record<string, Record<string, AsyncIterable<PersonalDataRecord>>>;

/** What all modules of this process store about a person. */
@Injectable()
export class PersonalData {
  constructor(private readonly discovery: DiscoveryService) {}

  /** The files of each source, in a folder named after its ID. Records are added to `records`, to be read later. */
  async *export(person: Person, records: ExportedRecords): AsyncGenerator<PersonalDataFile> {
    for (const source of this.sources()) {
      for await (const item of source.exportPersonalData(person)) {
        if ('content' in item) yield { path: `${source.id}/${item.path}`, content: item.content };
        else (records[source.id] ??= {})[item.name] = item.records;
      }
    }
  }

  /**
   * A source that fails or has to wait doesn't stop the others. At the end, throws the first error, or else the first `RetryLater`. Safe to
   * repeat.
   */
  async erase(person: Person): Promise<void> {
    const outcomes = [];
    for (const source of this.sources())
      outcomes.push(...(await Promise.allSettled([source.erasePersonalData(person)])));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof RetryLater)) ?? reasons[0];
  }

  private sources(): PersonalDataSource[] {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    return [...new Set(instances.filter((instance) => instance instanceof PersonalDataSource))].sort((a, b) =>
      a.id.localeCompare(b.id),
    );
  }
}
