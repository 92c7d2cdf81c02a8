import { Injectable } from '@nestjs/common';
import type { Person } from '../../platform/personal-data/personal-data.port.js';
import { PersonalRows } from '../../platform/personal-data/personal-rows.repository.js';
import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StoredPersonalData } from '../../platform/personal-data/stored-personal-data.js';
import { ErasureEntity } from './erasure/erasure.entity.js';
import { DataExportEntity } from './exports/data-export.entity.js';
import { ExportFiles } from './exports/export-files.js';
import { DataExportsRepository } from './exports/data-exports.repository.js';

export const privacyTables: readonly PersonalTable[] = [
  {
    entity: DataExportEntity,
    rows: 'user_id = :userId',
    delete: 'id userId status sizeBytes requestedAt finishedAt expiresAt',
  },
  { entity: ErasureEntity, keep: { evidence: 'userId deletedAt erasedAt' } },
];

/** Exports of a user's data. */
@Injectable()
export class RequestsPersonalData extends StoredPersonalData {
  override readonly id = 'requests';
  protected override readonly tables = privacyTables;

  constructor(
    protected override readonly rows: PersonalRows,
    private readonly dataExports: DataExportsRepository,
    private readonly files: ExportFiles,
  ) {
    super();
  }

  override async erasePersonalData(person: Person): Promise<void> {
    const exports = await this.dataExports.listByUser(person.userId);
    const deleteFiles = () => Promise.all(exports.map(({ id }) => this.files.delete(id)));
    await deleteFiles();
    await super.erasePersonalData(person);
    // Again, in case an archive was completed in between.
    await deleteFiles();
  }
}
