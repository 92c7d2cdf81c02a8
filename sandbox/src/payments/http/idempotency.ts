import { createHash } from 'node:crypto';
import { Failure, invalidRequest } from './failure.ts';
import type { Sandbox } from '../sandbox.ts';
import type { KeptAnswer } from '../state/records.ts';

const KEPT_SECONDS = 24 * 60 * 60;
const LONGEST_KEY = 255;

/** The keys whose first call has not been answered yet. */
export class IdempotencyKeys {
  private readonly running = new Set<string>();
  private readonly sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  /**
   * Claims the key for this call and answers null, or answers what the first call with it got.
   * Rejects a key used with other parameters (400) and one whose first call still runs (409).
   */
  claim(id: string, fingerprint: string): KeptAnswer | null {
    if (shownKey(id).length > LONGEST_KEY) {
      throw invalidRequest(`Idempotency keys can be at most ${LONGEST_KEY} characters.`);
    }
    const kept = this.sandbox.store.get('kept_answer', id);
    if (kept && kept.keptAt + KEPT_SECONDS > Date.now() / 1000) {
      if (kept.fingerprint === fingerprint) return kept;
      throw new Failure(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${shownKey(id)}' if you meant to execute a different request.`,
      });
    }
    if (this.running.has(id)) {
      throw new Failure(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${shownKey(id)}. Please try again later.`,
      });
    }
    this.running.add(id);
    return null;
  }

  release(id: string): void {
    this.running.delete(id);
  }

  keep(answer: Omit<KeptAnswer, 'keptAt'>): void {
    this.sandbox.store.put('kept_answer', { ...answer, keptAt: Math.floor(Date.now() / 1000) });
  }
}

export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64');
}

/** Answers that no retry may ask for any more. */
export function isStale(answer: KeptAnswer): boolean {
  return answer.keptAt + KEPT_SECONDS <= Date.now() / 1000;
}

function shownKey(id: string): string {
  return id.slice(id.indexOf(' ') + 1);
}
