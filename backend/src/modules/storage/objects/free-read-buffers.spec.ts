import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { freeReadBuffers } from './free-read-buffers.js';

const CHUNK_BYTES = 64 * 1024;
const CHUNKS = 6400;

describe('freeReadBuffers', () => {
  it('collects the young generation after every 8 MiB', async () => {
    let collections = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[])
        if (detail.kind === constants.NODE_PERFORMANCE_GC_MINOR) collections += 1;
    });
    observer.observe({ entryTypes: ['gc'] });
    for (let chunk = 0; chunk < CHUNKS; chunk++) freeReadBuffers(CHUNK_BYTES);
    // The observer is notified in one of the next turns of the event loop.
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    observer.disconnect();
    expect(collections).toBeGreaterThanOrEqual(50);
    expect(collections).toBeLessThan(60);
  });
});
