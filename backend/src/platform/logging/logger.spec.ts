import { LogSampler } from './log-sampler.js';
import { PinoLogger } from './logger.js';
import { runInRequest } from './request-context.js';

function captureLines(
  write: (log: PinoLogger) => void,
  sampler = new LogSampler(),
): Record<string, unknown>[] {
  const lines: string[] = [];
  write(new PinoLogger('info', 'api', { write: (line) => lines.push(line) }, sampler));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('redacts secrets at the top level and one level below', () => {
    const [line] = captureLines((log) =>
      log.warn('request rejected', {
        token: 'a',
        body: { password: 'b', email: 'c' },
        code: 'weak_password',
      }),
    );
    expect(line).toMatchObject({
      level: 'warn',
      process: 'api',
      msg: 'request rejected',
      token: '[redacted]',
      body: { password: '[redacted]', email: 'c' },
      code: 'weak_password',
    });
  });

  it('logs only the four request fields and the request ID, even if other fields are passed', () => {
    const request = {
      method: 'POST',
      route: '/api/auth/v1/token',
      status: 200,
      milliseconds: 3,
      rejected: false,
    };
    const [line] = captureLines((log) =>
      runInRequest({ requestId: 'known', ip: '192.0.2.1', userAgent: 'test' }, () =>
        log.request({ ...request, password: 'never' } as typeof request),
      ),
    );
    expect(line).toMatchObject({
      method: 'POST',
      route: '/api/auth/v1/token',
      status: 200,
      milliseconds: 3,
      msg: 'request',
      requestId: 'known',
    });
    expect(JSON.stringify(line)).not.toContain('never');
  });
});

describe('rejected requests in the log', () => {
  const rejected = { method: 'GET', route: '/api/*', status: 404, milliseconds: 1, rejected: true };

  it('are logged individually at first, then counted by method, route and status', () => {
    const sampler = new LogSampler();
    const lines = captureLines((log) => {
      for (let count = 0; count < 1000; count++) log.request(rejected);
      for (let count = 0; count < 11; count++) log.request({ ...rejected, status: 401 });
      log.request({ ...rejected, status: 500, rejected: false });
      sampler.flush();
    }, sampler);
    expect(lines.filter(({ msg, status }) => msg === 'request' && status === 404)).toHaveLength(10);
    expect(lines.filter(({ msg }) => msg === 'requests rejected')).toEqual([
      expect.objectContaining({ method: 'GET', route: '/api/*', status: 404, suppressed: 990 }),
      expect.objectContaining({ method: 'GET', route: '/api/*', status: 401, suppressed: 1 }),
    ]);
    expect(lines.filter(({ status }) => status === 500)).toHaveLength(1);
  });

  it('are summarized without a request ID when the window ends, then logged individually again', async () => {
    const sampler = new LogSampler(20);
    const lines: string[] = [];
    const log = new PinoLogger('info', 'api', { write: (line) => lines.push(line) }, sampler);
    const flood = (): void => {
      for (let count = 0; count < 12; count++) log.request(rejected);
    };
    runInRequest({ requestId: 'known', ip: '192.0.2.1', userAgent: 'test' }, flood);
    const summaries = () => lines.filter((line) => line.includes('requests rejected'));
    while (summaries().length === 0) await new Promise(setImmediate);
    expect(summaries().map((line) => JSON.parse(line) as object)).toEqual([
      expect.not.objectContaining({ requestId: 'known' }),
    ]);
    lines.length = 0;
    flood();
    expect(lines.length).toBeGreaterThanOrEqual(10);
  });

  it('are sampled by message when logged as other events', () => {
    const sampler = new LogSampler();
    const lines = captureLines((log) => {
      for (let count = 0; count < 500; count++)
        log.sampled('warn', 'SAML assertion rejected', { reason: `no ${count}` });
      sampler.flush();
    }, sampler);
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', msg: 'SAML assertion rejected', suppressed: 490 });
  });
});
