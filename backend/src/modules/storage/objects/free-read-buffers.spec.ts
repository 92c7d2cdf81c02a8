import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { freeReadBuffers } from './free-read-buffers.js';

const CHUNK_BYTES = 64 * 1024;
const CHUNKS = 6400;

describe('freeReadBuffers', () => {
  it('collects garbage after every 8 MiB', async () => {
    let collections = 0;
    // All kinds, because Node reports a collection that happens within another one only as that one.
    const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
    observer.observe({ entryTypes: ['gc'] });
    for (let chunk = 0; chunk < CHUNKS; chunk++) freeReadBuffers(CHUNK_BYTES);
    // The observer is notified in one of the next turns of the event loop.
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    observer.disconnect();
    expect(collections).toBeGreaterThanOrEqual(50);
    expect(collections).toBeLessThan(100);
  });
});
