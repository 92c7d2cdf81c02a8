import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteFiles, type StoredPart } from './object-store.ts';

export interface UploadedPart extends StoredPart {
  etag: string;
  lastModified: string;
}

export interface MultipartUpload {
  id: string;
  bucket: string;
  key: string;
  initiated: string;
  headers: Record<string, string>;
  /** By part number. */
  parts: Record<number, UploadedPart>;
}

/** Multipart uploads that are neither completed nor aborted, each in a JSON file. */
export class MultipartUploads {
  private readonly uploads = new Map<string, MultipartUpload>();
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'multipart-uploads');
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(this.folder)) {
      if (!name.endsWith('.json')) continue;
      const upload = JSON.parse(readFileSync(join(this.folder, name), 'utf8')) as MultipartUpload;
      this.uploads.set(upload.id, upload);
    }
  }

  async create(upload: Omit<MultipartUpload, 'id' | 'initiated' | 'parts'>): Promise<MultipartUpload> {
    const created = { ...upload, id: randomUUID(), initiated: new Date().toISOString(), parts: {} };
    this.uploads.set(created.id, created);
    await this.save(created);
    return created;
  }

  find(bucket: string, key: string, id: string | null): MultipartUpload | undefined {
    const upload = this.uploads.get(id ?? '');
    return upload?.bucket === bucket && upload.key === key ? upload : undefined;
  }

  /** In order of keys. */
  list(bucket: string): MultipartUpload[] {
    return [...this.uploads.values()]
      .filter((upload) => upload.bucket === bucket)
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) || (a.id < b.id ? -1 : 1));
  }

  /** Adds or replaces a part. */
  async addPart(upload: MultipartUpload, partNumber: number, part: UploadedPart): Promise<void> {
    const previous = upload.parts[partNumber];
    upload.parts[partNumber] = part;
    await this.save(upload);
    if (previous) await deleteFiles([previous]);
  }

  /** Removes the upload and its bytes, except those of the given parts. */
  async remove(upload: MultipartUpload, kept: readonly StoredPart[] = []): Promise<void> {
    this.uploads.delete(upload.id);
    await rm(this.toPath(upload), { force: true });
    const keptFiles = new Set(kept.map(({ file }) => file));
    await deleteFiles(Object.values(upload.parts).filter(({ file }) => !keptFiles.has(file)));
  }

  private async save(upload: MultipartUpload): Promise<void> {
    const unfinished = `${this.toPath(upload)}.${randomUUID()}`;
    await writeFile(unfinished, JSON.stringify(upload));
    if (this.uploads.has(upload.id)) await rename(unfinished, this.toPath(upload));
    else await rm(unfinished);
  }

  private toPath({ id }: MultipartUpload): string {
    return join(this.folder, `${id}.json`);
  }
}
