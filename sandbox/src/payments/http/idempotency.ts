import { createHash } from 'node:crypto';
import { ApiError, invalidRequest } from './api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { StoredResponse } from '../state/records.ts';

const RETENTION_SECONDS = 24 * 60 * 60;
const MAX_KEY_LENGTH = 255;

export class IdempotencyKeys {
  /** Keys whose first request is still in progress. */
  private readonly inProgress = new Set<string>();
  private readonly sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  /**
   * Claims the key and returns null, or returns the response to the first request that used it.
   * Throws 400 if the parameters differ, and 409 if the first request is still in progress.
   */
  claim(id: string, fingerprint: string): StoredResponse | null {
    if (rawKey(id).length > MAX_KEY_LENGTH) {
      throw invalidRequest(`Idempotency keys can be at most ${MAX_KEY_LENGTH} characters.`);
    }
    const stored = this.sandbox.store.get('stored_response', id);
    if (stored && stored.storedAt + RETENTION_SECONDS > Date.now() / 1000) {
      if (stored.fingerprint === fingerprint) return stored;
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${rawKey(id)}' if you meant to execute a different request.`,
      });
    }
    if (this.inProgress.has(id)) {
      throw new ApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${rawKey(id)}. Please try again later.`,
      });
    }
    this.inProgress.add(id);
    return null;
  }

  release(id: string): void {
    this.inProgress.delete(id);
  }

  save(response: Omit<StoredResponse, 'storedAt'>): void {
    this.sandbox.store.put('stored_response', { ...response, storedAt: Math.floor(Date.now() / 1000) });
  }
}

export function computeFingerprint(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64');
}

/** True once a retry can no longer get this response. */
export function isExpired({ storedAt }: StoredResponse): boolean {
  return storedAt + RETENTION_SECONDS <= Date.now() / 1000;
}

function rawKey(id: string): string {
  return id.slice(id.indexOf(' ') + 1);
}
