import { ConcurrencyLimiter } from './concurrency-limiter.js';

describe('the line in front of slow work', () => {
  const gate = (): { open: () => void; passed: Promise<void> } => {
    let open = (): void => undefined;
    const passed = new Promise<void>((resolve) => (open = resolve));
    return { open, passed };
  };

  it('lets only so many in at once and the others in their order', async () => {
    const line = new ConcurrencyLimiter(2, 60_000);
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

  it('rejects who would wait too long, and takes people again once it is shorter', async () => {
    const line = new ConcurrencyLimiter(1, 100);
    const held = gate();
    const turns = Array.from({ length: 100 }, () => line.run(() => held.passed));
    const outcomes = Promise.allSettled(turns);
    const waiting = line.waitingCount;
    held.open();
    const rejected = (await outcomes).filter((outcome) => outcome.status === 'rejected');
    expect(waiting).toBeGreaterThan(0);
    expect(rejected).toHaveLength(100 - 1 - waiting);
    expect(rejected[0]?.reason).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
    expect(await line.run(async () => 'welcome')).toBe('welcome');
  });

  it('gives the slot on when work fails', async () => {
    const line = new ConcurrencyLimiter(1, 60_000);
    const failing = line.run(() => Promise.reject(new Error('broken')));
    const next = line.run(async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
    expect(await line.run(async () => 'again')).toBe('again');
  });
});
