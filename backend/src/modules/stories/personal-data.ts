import { Injectable } from '@nestjs/common';
import type {
  PersonalDataFile,
  PersonalDataRecords,
  Person,
} from '../../platform/personal-data/personal-data.port.js';
import { PersonalRows } from '../../platform/personal-data/personal-rows.repository.js';
import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StoredPersonalData } from '../../platform/personal-data/stored-personal-data.js';
import { UserFiles } from '../storage/index.js';
import { StoryEntity } from './story.entity.js';

const stories: PersonalTable = {
  entity: StoryEntity,
  rows: 'lower(email) = :email and created_at <= :until',
  delete: 'id name company email story pictures consentedAt createdAt',
};

export const storiesTables: readonly PersonalTable[] = [stories];

/** Stories shared under the person's confirmed address, and their pictures. */
@Injectable()
export class StoriesPersonalData extends StoredPersonalData {
  override readonly id = 'stories';
  protected override readonly tables = storiesTables;

  constructor(
    protected override readonly rows: PersonalRows,
    private readonly files: UserFiles,
  ) {
    super();
  }

  override async *exportPersonalData(person: Person): AsyncGenerator<PersonalDataFile | PersonalDataRecords> {
    yield* super.exportPersonalData(person);
    for (const id of await this.listIds(person)) yield* this.files.streamFiles(id);
  }

  override async erasePersonalData(person: Person): Promise<void> {
    for (const id of await this.listIds(person)) await this.files.deleteFiles(id);
    await super.erasePersonalData(person);
  }

  private async listIds(person: Person): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id } of this.rows.stream(stories, person)) ids.push(String(id));
    return ids;
  }
}
