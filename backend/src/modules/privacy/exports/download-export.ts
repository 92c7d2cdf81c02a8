import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { FileMissingError } from '../../storage/index.js';
import { ExportFiles } from './export-files.js';
import { ExportExpiredError, ExportLinks } from './export-links.js';

/** Opens the archive behind a download link. */
@Injectable()
export class DownloadExport {
  constructor(
    private readonly links: ExportLinks,
    private readonly files: ExportFiles,
  ) {}

  /** Throws `not_found` and `export_expired`. */
  async open(exportId: string, token: string): Promise<{ content: Readable; sizeBytes: number }> {
    const { sizeBytes } = await this.links.resolve(exportId, token);
    try {
      return { content: await this.files.read(exportId), sizeBytes: sizeBytes! };
    } catch (error) {
      throw error instanceof FileMissingError ? new ExportExpiredError() : error;
    }
  }
}
