/**
 * Troubles a mail server may give, switched on for tests and for curious people.
 * `to` limits a trouble to emails for one address; `count` to that many emails, without it the trouble stays until it is reset.
 */
export interface SmtpFailures {
  /** Answers RCPT with this code: 5xx rejects for good, 4xx asks to come again. */
  reject?: Trouble & { code: number; message?: string };
  /** Answers the end of DATA this much later. */
  delayMs?: number;
  /** Never answers the end of DATA; the email is not taken. */
  hang?: Trouble;
  /** Takes the email, then drops the connection without saying so. */
  acceptThenDie?: Trouble;
}

export interface Trouble {
  to?: string;
  count?: number;
}

type TroubleName = 'reject' | 'hang' | 'acceptThenDie';

export class SmtpFailureControls {
  private faults: SmtpFailures = {};

  /** What is switched on now, with the counts that are left. */
  current(): SmtpFailures {
    return structuredClone(this.faults);
  }

  /** Adds to what is on; a trouble given again replaces the former one. */
  set(faults: SmtpFailures): void {
    this.faults = { ...this.faults, ...faults };
  }

  reset(): void {
    this.faults = {};
  }

  /** The trouble for this recipient, if it is on; uses up one of its counts. */
  take<Name extends TroubleName>(name: Name, recipient: string): SmtpFailures[Name] | undefined {
    const trouble: Trouble | undefined = this.faults[name];
    if (!trouble || (trouble.to && trouble.to.toLowerCase() !== recipient.toLowerCase())) return undefined;
    if (trouble.count !== undefined) {
      trouble.count -= 1;
      if (trouble.count <= 0) delete this.faults[name];
    }
    return trouble as SmtpFailures[Name];
  }

  get delayMs(): number {
    return this.faults.delayMs ?? 0;
  }
}

/** Reads what a caller wants switched on; throws a sentence about the first thing that makes no sense. */
export function readSmtpFailures(body: unknown): SmtpFailures {
  if (typeof body !== 'object' || body === null) throw new Error('Send a JSON object.');
  const known = new Set(['reject', 'delayMs', 'hang', 'acceptThenDie']);
  const unknown = Object.keys(body).find((key) => !known.has(key));
  if (unknown) throw new Error(`There is no control named ${unknown}.`);
  const { reject, delayMs, hang, acceptThenDie } = body as Record<string, unknown>;
  const faults: SmtpFailures = {};
  if (reject !== undefined) faults.reject = readReject(reject);
  if (delayMs !== undefined) faults.delayMs = readNumber(delayMs, 'delayMs', 0, 600_000);
  if (hang !== undefined) faults.hang = readTrouble(hang, 'hang');
  if (acceptThenDie !== undefined) faults.acceptThenDie = readTrouble(acceptThenDie, 'acceptThenDie');
  return faults;
}

function readReject(value: unknown): NonNullable<SmtpFailures['reject']> {
  const { code, message } = (value ?? {}) as Record<string, unknown>;
  return {
    ...readTrouble(value, 'reject'),
    code: readNumber(code, 'reject.code', 400, 599),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

function readTrouble(value: unknown, name: string): Trouble {
  if (value === true) return {};
  if (typeof value !== 'object' || value === null) throw new Error(`${name} must be true or an object.`);
  const { to, count } = value as Record<string, unknown>;
  return {
    ...(typeof to === 'string' ? { to } : {}),
    ...(count === undefined ? {} : { count: readNumber(count, `${name}.count`, 1, 1_000_000) }),
  };
}

function readNumber(value: unknown, name: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return value;
}
