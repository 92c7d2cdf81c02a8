import { ConcurrencyLimiter } from './concurrency-limiter.js';

describe('concurrency limiter', () => {
  const gate = (): { open: () => void; passed: Promise<void> } => {
    let open = (): void => undefined;
    const passed = new Promise<void>((resolve) => (open = resolve));
    return { open, passed };
  };

  it('runs tasks up to the limit and the others in order', async () => {
    const line = new ConcurrencyLimiter(2, 60_000, 'Busy.');
    const gates = [gate(), gate(), gate(), gate()];
    const started: number[] = [];
    const work = gates.map(({ passed }, index) =>
      line.run(async () => {
        started.push(index);
        await passed;
        return index;
      }),
    );
    expect(started).toEqual([0, 1]);
    expect(line.waitingCount).toBe(2);
    gates[1]!.open();
    await work[1];
    expect(started).toEqual([0, 1, 2]);
    for (const { open } of gates) open();
    expect(await Promise.all(work)).toEqual([0, 1, 2, 3]);
    expect(line.waitingCount).toBe(0);
  });

  it('rejects tasks that would wait too long and accepts new ones once the queue is shorter', async () => {
    const line = new ConcurrencyLimiter(1, 100, 'Busy.');
    const held = gate();
    const tasks = Array.from({ length: 100 }, () => line.run(() => held.passed));
    const outcomes = Promise.allSettled(tasks);
    const waiting = line.waitingCount;
    held.open();
    const rejected = (await outcomes).filter((outcome) => outcome.status === 'rejected');
    expect(waiting).toBeGreaterThan(0);
    expect(rejected).toHaveLength(100 - 1 - waiting);
    expect(rejected[0]?.reason).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
    expect(await line.run(async () => 'accepted')).toBe('accepted');
  });

  it('releases the slot when a task fails', async () => {
    const line = new ConcurrencyLimiter(1, 60_000, 'Busy.');
    const failing = line.run(() => Promise.reject(new Error('broken')));
    const next = line.run(async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
    expect(await line.run(async () => 'again')).toBe('again');
  });
});
