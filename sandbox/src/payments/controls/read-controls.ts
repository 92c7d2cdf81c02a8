import type { ApiFailure } from './api-failures.ts';
import type { WebhookFailure } from '../events/webhook-failures.ts';

/** An invalid control request; the message tells the caller what to change. */
export class ControlError extends Error {}

type Body = Record<string, unknown>;

/** Reads the Unix time to advance the clock to: `advanceSeconds` from now, or `advanceTo`. Rejects times in the past. */
export function readAdvance(body: unknown, now: number): number {
  const { advanceSeconds, advanceTo } = readBody(body, ['advanceSeconds', 'advanceTo']);
  if (advanceTo === undefined)
    return now + readNumber(advanceSeconds, 'advanceSeconds', 0, 10 * 366 * 24 * 3600);
  const moment = typeof advanceTo === 'string' ? Math.floor(Date.parse(advanceTo) / 1000) : advanceTo;
  if (typeof moment !== 'number' || !Number.isInteger(moment)) {
    throw new ControlError('advanceTo must be a Unix time in seconds or an ISO 8601 date.');
  }
  if (moment < now) throw new ControlError('The clock can only move forward.');
  return moment;
}

export function readApiFailure(body: unknown): ApiFailure {
  const { kind, when, status, ms, remember, final, count, method, path } = readBody(body, [
    'kind',
    'when',
    'status',
    'ms',
    'remember',
    'final',
    'count',
    'method',
    'path',
  ]);
  return {
    kind: readChoice(kind, 'kind', ['error', 'hang', 'slow']),
    when: when === undefined ? 'before' : readChoice(when, 'when', ['before', 'after']),
    status: status === undefined ? 500 : readNumber(status, 'status', 400, 599),
    ms: ms === undefined ? 120_000 : readNumber(ms, 'ms', 0, 600_000),
    remember: remember === true,
    final: final === true,
    count: count === undefined ? 1 : readNumber(count, 'count', 1, 1_000_000),
    ...(method === undefined ? {} : { method: readChoice(method, 'method', ['GET', 'POST', 'DELETE']) }),
    ...(path === undefined ? {} : { path: readPattern(path) }),
  };
}

export function readWebhookFailure(body: unknown): WebhookFailure {
  const known = ['kind', 'count', 'ms', 'copies', 'types', 'customer'];
  const { kind, count, ms, copies, types, customer } = readBody(body, known);
  if (types !== undefined && !(Array.isArray(types) && types.every((type) => typeof type === 'string'))) {
    throw new ControlError('types must be a list of event types.');
  }
  if (customer !== undefined && typeof customer !== 'string')
    throw new ControlError('customer must be the ID of a customer.');
  return {
    kind: readChoice(kind, 'kind', ['delay', 'duplicate', 'reorder', 'drop']),
    count: count === undefined ? 1 : readNumber(count, 'count', 1, 1_000_000),
    ms: ms === undefined ? 5000 : readNumber(ms, 'ms', 0, 86_400_000),
    copies: copies === undefined ? 2 : readNumber(copies, 'copies', 2, 50),
    ...(types === undefined ? {} : { types: types as string[] }),
    ...(customer === undefined ? {} : { customer }),
  };
}

/** The new endpoint URL, or null to stop sending events. */
export function readEndpoint(body: unknown): string | null {
  const { url } = readBody(body, ['url']);
  if (url === null) return null;
  if (typeof url !== 'string' || !URL.canParse(url)) throw new ControlError('url must be a URL or null.');
  return url;
}

export function readBody(body: unknown, known: readonly string[]): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ControlError('The body must be a JSON object.');
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown) throw new ControlError(`Unknown control: ${unknown}. Use one of ${known.join(', ')}.`);
  return body as Body;
}

export function readChoice<const T extends string>(value: unknown, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new ControlError(`${name} must be one of ${choices.join(', ')}.`);
  return found;
}

export function readNumber(value: unknown, name: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new ControlError(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

function readPattern(value: unknown): string {
  try {
    return new RegExp(String(value)).source;
  } catch {
    throw new ControlError('path must be a regular expression.');
  }
}
