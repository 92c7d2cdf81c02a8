import { withDeadline } from './deadline.js';

describe('deadline', () => {
  it('passes on the result of work that finishes in time, or its error', async () => {
    await expect(withDeadline(Promise.resolve(1), 60_000)).resolves.toBe(1);
    await expect(withDeadline(Promise.reject(new Error('failed')), 60_000)).rejects.toThrow('failed');
  });

  it('rejects at the deadline, with the error of the caller if there is one', async () => {
    const endless = new Promise<never>(() => undefined);
    await expect(withDeadline(endless, 1)).rejects.toThrow('no response within 1 ms');
    await expect(withDeadline(endless, 1, () => new TypeError('busy'))).rejects.toThrow(TypeError);
  });
});
