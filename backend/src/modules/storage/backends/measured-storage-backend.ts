import type { Readable } from 'node:stream';
import type { Histogram } from 'prom-client';
import type { Metrics } from '../../../platform/metrics/metrics.js';
import { StorageBackend, type ByteRange, type SendBytes, type StoredFile } from './storage-backend.port.js';

/** Measures another backend's latency by operation and outcome. A read ends when the first bytes can be sent. */
export class MeasuredStorageBackend extends StorageBackend {
  private readonly latency: Histogram<'operation' | 'outcome'>;

  constructor(
    private readonly backend: StorageBackend,
    metrics: Metrics,
  ) {
    super();
    this.latency = metrics.histogram(
      'storage_backend_duration_seconds',
      'Duration of storage backend operations, by operation and outcome.',
      ['operation', 'outcome'],
      [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600],
    );
  }

  override open(): Promise<void> {
    return this.backend.open();
  }

  override close(): Promise<void> {
    return this.backend.close();
  }

  override write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    return this.measure('write', this.backend.write(key, bytes));
  }

  override read(key: string, range?: ByteRange): Promise<Readable> {
    return this.measure('read', this.backend.read(key, range));
  }

  override readInto(key: string, buffer: Buffer): Promise<Buffer> {
    return this.measure('read', this.backend.readInto(key, buffer));
  }

  override openForSending(key: string, range: ByteRange): Promise<SendBytes> {
    return this.measure('read', this.backend.openForSending(key, range));
  }

  override copy(from: string, to: string): Promise<void> {
    return this.measure('copy', this.backend.copy(from, to));
  }

  override delete(keys: readonly string[]): Promise<void> {
    return this.measure('delete', this.backend.delete(keys));
  }

  override has(key: string): Promise<boolean> {
    return this.measure('has', this.backend.has(key));
  }

  override list(): AsyncIterable<StoredFile> {
    return this.backend.list();
  }

  override purgeInterruptedWrites(before: Date): Promise<number> {
    return this.measure('purge', this.backend.purgeInterruptedWrites(before));
  }

  private async measure<T>(operation: string, work: Promise<T>): Promise<T> {
    const end = this.latency.startTimer({ operation });
    try {
      const result = await work;
      end({ outcome: 'success' });
      return result;
    } catch (error) {
      end({ outcome: 'error' });
      throw error;
    }
  }
}
