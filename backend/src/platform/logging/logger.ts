import type { LoggerService } from '@nestjs/common';
import pino from 'pino';
import { LogSampler } from './log-sampler.js';
import { currentRequest } from './request-context.js';

/** Keys whose values are redacted at the top level of a logged object and one level below. */
const SECRET_KEYS = [
  'password',
  'new_password',
  'current_password',
  'token',
  'token_hash',
  'access_token',
  'refresh_token',
  'clientSecret',
  'client_secret',
  'authorization',
  'cookie',
  'apikey',
  'secret',
];

/** Lines are buffered up to this size or for this long, because writing each one separately would slow down every request. */
const BUFFER_BYTES = 4096;
const FLUSH_MS = 200;

/** Buffered standard output, flushed before the process exits. */
function bufferedOutput(): pino.DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES });
  setInterval(() => output.flush(), FLUSH_MS).unref();
  process.on('exit', () => output.flushSync());
  return output;
}

/** Logged for every request. The route is a pattern, so it contains no client input. */
export interface RequestFields {
  method: string;
  route: string;
  status: number;
  milliseconds: number;
  /** A client error: sampled by method, route and status. */
  rejected: boolean;
}

/** Structured logging to standard output: one JSON object per line, with the request ID. Secrets are redacted. */
export abstract class Logger {
  abstract debug(message: string, fields?: object): void;
  abstract info(message: string, fields?: object): void;
  abstract warn(message: string, fields?: object): void;
  abstract error(message: string, fields?: object): void;
  /** Logs an event that clients can trigger at will. Sampled by message, so the message must be constant. */
  abstract sampled(level: 'info' | 'warn', message: string, fields?: object): void;
  /** Logs a completed request. */
  abstract request(fields: RequestFields): void;
}

export class PinoLogger extends Logger {
  private readonly pino: pino.Logger;
  /** Skips redaction, the most expensive part of logging, because there is one line per request. */
  private readonly requestLogger: pino.Logger;

  constructor(
    level: string,
    processName: string,
    destination?: pino.DestinationStream,
    private readonly sampler = new LogSampler(),
  ) {
    super();
    if (!destination) process.on('exit', () => this.sampler.flush());
    this.pino = pino(
      {
        level,
        base: { process: processName, pid: process.pid },
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        redact: {
          paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]),
          censor: '[redacted]',
        },
        serializers: { error: pino.stdSerializers.err },
        mixin: () => {
          const requestId = currentRequest()?.requestId;
          return requestId ? { requestId } : {};
        },
      },
      destination ?? bufferedOutput(),
    );
    this.requestLogger = this.pino.child({}, { redact: [] });
  }

  override debug(message: string, fields: object = {}): void {
    this.pino.debug(fields, message);
  }
  override info(message: string, fields: object = {}): void {
    this.pino.info(fields, message);
  }
  override warn(message: string, fields: object = {}): void {
    this.pino.warn(fields, message);
  }
  override error(message: string, fields: object = {}): void {
    this.pino.error(fields, message);
  }
  override sampled(level: 'info' | 'warn', message: string, fields: object = {}): void {
    this.sampler.sample(
      message,
      () => this.pino[level](fields, message),
      (suppressed) => this.pino[level]({ suppressed }, message),
    );
  }
  override request({ method, route, status, milliseconds, rejected }: RequestFields): void {
    const write = (): void => this.requestLogger.info({ method, route, status, milliseconds }, 'request');
    if (!rejected) return write();
    this.sampler.sample(`${method} ${route} ${status}`, write, (suppressed) =>
      this.requestLogger.info({ method, route, status, suppressed }, 'requests rejected'),
    );
  }
}

/** Routes Nest's messages to our logger. Informational ones, such as startup messages, are logged at debug level. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug(String(message), { context });
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug(String(message), { context });
  }
  verbose(message: unknown, context?: string): void {
    this.logger.debug(String(message), { context });
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn(String(message), { context });
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error(String(message), { stack, context });
  }
  fatal(message: unknown, context?: string): void {
    this.logger.error(String(message), { context });
  }
}
