import { createHmac, type KeyObject } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { catchError, from, mergeMap, of, type Observable } from 'rxjs';
import { Clock } from '../clock.js';
import { Settings } from '../config/settings.js';
import { databaseTime } from '../database/database-time.js';
import { Database } from '../database/database.js';
import { DomainError, ValidationError } from '../domain-error.js';
import { clientNetwork } from '../security/client-network.js';
import type { RequestWithCaller } from '../security/access.js';
import { derivedKey, keyedHash } from '../security/derived-key.js';
import { toDomainError, STATUS_BY_KIND } from './error.filter.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';

const LOCK_SECONDS = 60;
const KEY = /^[\x21-\x7e]{1,255}$/;

interface Call {
  scope: string;
  key: string;
  requestHash: string;
}

type StoredCall = Pick<IdempotencyKeyEntity, 'status' | 'body'>;

type RequestWithKey = RequestWithCaller & { idempotencySecret?: string };

/**
 * A secret derived from the call's `Idempotency-Key`: the same on every replay, never stored, and known only to this server.
 * Undefined without a key.
 */
export function getIdempotencySecret(request: RequestWithKey): string | undefined {
  return request.idempotencySecret;
}

/**
 * Returns the first response for a repeated call with the same `Idempotency-Key` and body. Responses and client errors are stored for
 * a day; 429 and server errors are not, so that a retry can succeed. Keys are scoped to the caller: their user ID or IP address.
 *
 * Only for calls whose responses contain no secrets; use {@link RepeatedCalls} for the others.
 */
@Injectable()
export class Idempotency implements NestInterceptor {
  /** Whether a replay runs the call again instead of returning the stored response. */
  protected readonly rerunsOnReplay: boolean = false;
  private readonly secretKey: KeyObject;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    this.secretKey = derivedKey(settings.auth.sharedSecret, 'idempotency secrets');
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<RequestWithKey>();
    const response = context.switchToHttp().getResponse<Response>();
    const key = request.get('idempotency-key');
    if (key === undefined) return next.handle();
    if (!KEY.test(key)) {
      throw new ValidationError([
        { field: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.' },
      ]);
    }
    const scope = `${request.caller?.userId ?? `address:${clientNetwork()}`} ${request.path}`;
    const requestHash = createHmac('sha256', this.settings.auth.sharedSecret)
      .update(JSON.stringify(request.body ?? null))
      .digest('base64url');
    const call = { scope, key, requestHash };
    request.idempotencySecret = keyedHash(this.secretKey, JSON.stringify(call));
    const stored = await this.begin(call);
    if (stored.status !== null) {
      response.setHeader('Idempotent-Replayed', 'true');
      if (!this.rerunsOnReplay) return of(replay(stored, response));
    }
    return next.handle().pipe(
      mergeMap(async (body: unknown) => {
        await this.finish(call, response.statusCode, body);
        return body;
      }),
      catchError((thrown: unknown) => from(this.finishWithError(call, thrown))),
    );
  }

  /** Returns the stored state. This call then holds the key, unless a stored response can be replayed. */
  private async begin({ scope, key, requestHash }: Call): Promise<StoredCall> {
    const { em } = this.database;
    const held = await em
      .createQueryBuilder(IdempotencyKeyEntity)
      .insert({
        scope,
        key,
        requestHash,
        createdAt: this.clock.now(),
        lockedUntil: databaseTime(LOCK_SECONDS),
      })
      .onConflict(['scope', 'key'])
      .merge({ lockedUntil: databaseTime(LOCK_SECONDS) })
      .where({
        lockedUntil: { $lte: databaseTime() },
        requestHash,
        ...(this.rerunsOnReplay ? {} : { status: null }),
      })
      .returning(['status', 'body'])
      .execute<StoredCall | null>('get');
    if (held) return held;
    const stored = await em.findOne(IdempotencyKeyEntity, { scope, key });
    if (stored && stored.requestHash !== requestHash) {
      throw new DomainError(
        'invalid',
        'idempotency_key_reused',
        'This Idempotency-Key was already used with a different body. Use a new key.',
      );
    }
    if (!stored || stored.status === null || this.rerunsOnReplay) {
      throw new DomainError(
        'conflict',
        'idempotency_in_progress',
        'The first call with this Idempotency-Key is still running. Try again in a moment.',
        {
          retryAfterSeconds: 1,
        },
      );
    }
    return stored;
  }

  private async finishWithError(call: Call, thrown: unknown): Promise<never> {
    const error = toDomainError(thrown);
    const status = STATUS_BY_KIND[error.kind];
    const { kind, code, message, details } = error;
    if (status >= 500 || status === 429) await this.release(call).catch(() => undefined);
    else await this.finish(call, status, { kind, code, message, details });
    throw thrown;
  }

  private async finish(call: Call, status: number, body: unknown): Promise<void> {
    await this.update(call, { status, body: this.rerunsOnReplay ? null : (body ?? null) });
  }

  /** Allows a retry. */
  private async release(call: Call): Promise<void> {
    await this.update(call, {});
  }

  private async update({ scope, key }: Call, response: Partial<StoredCall>): Promise<void> {
    const changes = { ...response, lockedUntil: databaseTime() };
    await this.database.em.nativeUpdate(IdempotencyKeyEntity, { scope, key }, changes);
  }
}

/**
 * For idempotent calls whose responses contain secrets or may change: a replay runs the call again and returns the current state.
 * Stores only the key and the hash of the body.
 */
@Injectable()
export class RepeatedCalls extends Idempotency {
  protected override readonly rerunsOnReplay = true;
}

function replay({ status, body }: StoredCall, response: Response): unknown {
  if (status! < 400) {
    response.status(status!);
    return body;
  }
  const { kind, code, message, details } = body as {
    kind: DomainError['kind'];
    code: string;
    message: string;
    details?: Record<string, unknown>;
  };
  throw new DomainError(kind, code, message, { details });
}
