/** Simulated mail server failures, for tests and manual testing. */
export interface SmtpFailures {
  /** Responds to RCPT with this code: 5xx is a permanent failure, 4xx a temporary one. */
  reject?: Rejection;
  /** Responds to MAIL FROM with this code. */
  rejectSender?: Rejection;
  /** Delays the response to the end of DATA. */
  delayMs?: number;
  /** Never responds to the end of DATA; the email is discarded. */
  hang?: FailureScope;
  /** Accepts the email, then drops the connection without a response. */
  acceptThenDie?: FailureScope;
}

export interface FailureScope {
  /** Limits the failure to emails for this address. */
  to?: string;
  /** Number of emails it applies to. If omitted, the failure stays active until it is reset. */
  count?: number;
}

type Rejection = FailureScope & { code: number; message?: string };
type FailureName = 'reject' | 'rejectSender' | 'hang' | 'acceptThenDie';

export class SmtpFailureControls {
  private failures: SmtpFailures = {};

  /** The active failures, with their remaining counts. */
  current(): SmtpFailures {
    return structuredClone(this.failures);
  }

  /** Adds failures. Each replaces an active failure of the same kind. */
  set(failures: SmtpFailures): void {
    this.failures = { ...this.failures, ...failures };
  }

  reset(): void {
    this.failures = {};
  }

  /** Returns the failure if it applies to this address, and decrements its count. */
  consume<Name extends FailureName>(name: Name, address: string): SmtpFailures[Name] | undefined {
    const failure: FailureScope | undefined = this.failures[name];
    if (!failure || (failure.to && failure.to.toLowerCase() !== address.toLowerCase())) return undefined;
    if (failure.count !== undefined) {
      failure.count -= 1;
      if (failure.count <= 0) delete this.failures[name];
    }
    return failure as SmtpFailures[Name];
  }

  get delayMs(): number {
    return this.failures.delayMs ?? 0;
  }
}

/** Parses the body of a control request. Throws an error that describes the first invalid field. */
export function parseSmtpFailures(body: unknown): SmtpFailures {
  if (typeof body !== 'object' || body === null) throw new Error('The body must be a JSON object.');
  const known = new Set(['reject', 'rejectSender', 'delayMs', 'hang', 'acceptThenDie']);
  const unknown = Object.keys(body).find((key) => !known.has(key));
  if (unknown) throw new Error(`Unknown control: ${unknown}.`);
  const { reject, rejectSender, delayMs, hang, acceptThenDie } = body as Record<string, unknown>;
  const failures: SmtpFailures = {};
  if (reject !== undefined) failures.reject = parseRejection(reject, 'reject');
  if (rejectSender !== undefined) failures.rejectSender = parseRejection(rejectSender, 'rejectSender');
  if (delayMs !== undefined) failures.delayMs = parseNumber(delayMs, 'delayMs', 0, 600_000);
  if (hang !== undefined) failures.hang = parseScope(hang, 'hang');
  if (acceptThenDie !== undefined) failures.acceptThenDie = parseScope(acceptThenDie, 'acceptThenDie');
  return failures;
}

function parseRejection(value: unknown, name: string): Rejection {
  const { code, message } = (value ?? {}) as Record<string, unknown>;
  return {
    ...parseScope(value, name),
    code: parseNumber(code, `${name}.code`, 400, 599),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

function parseScope(value: unknown, name: string): FailureScope {
  if (value === true) return {};
  if (typeof value !== 'object' || value === null) throw new Error(`${name} must be true or an object.`);
  const { to, count } = value as Record<string, unknown>;
  return {
    ...(typeof to === 'string' ? { to } : {}),
    ...(count === undefined ? {} : { count: parseNumber(count, `${name}.count`, 1, 1_000_000) }),
  };
}

function parseNumber(value: unknown, name: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}
