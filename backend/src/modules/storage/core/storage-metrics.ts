import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics.js';

@Injectable()
export class StorageMetrics {
  readonly transferred: Counter<'direction'>;
  readonly errors: Counter<'code'>;

  constructor(metrics: Metrics) {
    this.transferred = metrics.counter(
      'storage_transferred_bytes_total',
      'Bytes of files received and sent.',
      ['direction'],
    );
    // The HTTP status of most storage errors is 400.
    this.errors = metrics.counter('storage_errors_total', 'Error responses of the storage service.', [
      'code',
    ]);
  }
}
