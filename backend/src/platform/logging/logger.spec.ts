import { PinoLog } from './logger.js';
import { runInRequest } from './request-context.js';

function linesOf(write: (log: PinoLog) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(new PinoLog('info', 'api', { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('cuts secrets out, at the top and one level below', () => {
    const [line] = linesOf((log) =>
      log.warn('refused', { token: 'a', body: { password: 'b', email: 'c' }, code: 'weak_password' }),
    );
    expect(line).toMatchObject({
      level: 'warn',
      process: 'api',
      msg: 'refused',
      token: '[redacted]',
      body: { password: '[redacted]', email: 'c' },
      code: 'weak_password',
    });
  });

  it('tells of a request its four facts and the id it is known by, whatever else it is given', () => {
    const request = {
      method: 'POST',
      route: '/api/auth/v1/token',
      status: 200,
      milliseconds: 3,
      rejected: false,
    };
    const [line] = linesOf((log) =>
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
