import { createHmac } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { catchError, from, mergeMap, of, type Observable } from 'rxjs';
import { Clock } from '../clock/clock.js';
import { Settings } from '../config/settings.js';
import { Database } from '../database/database.js';
import { DomainError, ValidationError } from '../errors/domain-error.js';
import { currentRequest } from '../logging/request-context.js';
import type { RequestWithCaller } from '../security/access.js';
import { asDomainError, STATUS_OF_KIND } from './error.filter.js';

const LOCK_SECONDS = 60;
const KEY = /^[\x21-\x7e]{1,255}$/;

interface KeptAnswer {
  requestHash: string;
  status: number | null;
  body: unknown;
}

/**
 * Gives a repeated call with the same `Idempotency-Key` and body the first answer again. Answers and refusals are kept for a
 * day; failures of ours are not, so that a retry can succeed. A key belongs to its caller: the account, or the address.
 */
@Injectable()
export class Idempotency implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const key = request.get('idempotency-key');
    if (key === undefined) return next.handle();
    if (!KEY.test(key)) {
      throw new ValidationError([
        { field: 'Idempotency-Key', message: 'Use 1 to 255 visible characters as Idempotency-Key.' },
      ]);
    }
    const scope = `${request.caller?.accountId ?? `address:${currentRequest()?.ip}`} ${request.path}`;
    const requestHash = createHmac('sha256', this.settings.auth.sharedSecret)
      .update(JSON.stringify(request.body ?? null))
      .digest('base64url');
    const kept = await this.begin(scope, key, requestHash);
    if (kept) return of(this.replay(kept, context.switchToHttp().getResponse<Response>()));
    return next.handle().pipe(
      mergeMap(async (body: unknown) => {
        await this.keep(scope, key, context.switchToHttp().getResponse<Response>().statusCode, body);
        return body;
      }),
      catchError((thrown: unknown) => from(this.keepRefusal(scope, key, thrown))),
    );
  }

  /** The kept answer, or undefined when this call is the first and now holds the key. */
  private async begin(scope: string, key: string, requestHash: string): Promise<KeptAnswer | undefined> {
    const [mine] = await this.database.query({
      text: `insert into idempotent_answers (scope, key, request_hash, created_at, locked_until) values ($1, $2, $3, $4, $5)
             on conflict (scope, key) do update set locked_until = $5
             where idempotent_answers.status is null and idempotent_answers.locked_until < $4
               and idempotent_answers.request_hash = $3 returning 1`,
      values: [scope, key, requestHash, this.clock.now(), this.clock.in(LOCK_SECONDS)],
    });
    if (mine) return undefined;
    const [kept] = await this.database.query<KeptAnswer>({
      text: 'select request_hash as "requestHash", status, body from idempotent_answers where scope = $1 and key = $2',
      values: [scope, key],
    });
    if (kept && kept.requestHash !== requestHash) {
      throw new DomainError(
        'invalid',
        'idempotency_key_reused',
        'This Idempotency-Key was used with another body. Use a new one.',
      );
    }
    if (!kept || kept.status === null) {
      throw new DomainError(
        'conflict',
        'idempotency_in_progress',
        'The first call with this Idempotency-Key is still running.',
        {
          retryAfterSeconds: 1,
        },
      );
    }
    return kept;
  }

  private replay({ status, body }: KeptAnswer, response: Response): unknown {
    response.setHeader('Idempotent-Replayed', 'true');
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

  private async keepRefusal(scope: string, key: string, thrown: unknown): Promise<never> {
    const error = asDomainError(thrown);
    const status = STATUS_OF_KIND[error.kind];
    const { kind, code, message, details } = error;
    if (status >= 500 || status === 429) await this.release(scope, key).catch(() => undefined);
    else await this.keep(scope, key, status, { kind, code, message, details });
    throw thrown;
  }

  private async keep(scope: string, key: string, status: number, body: unknown): Promise<void> {
    await this.database.query({
      text: 'update idempotent_answers set status = $3, body = $4 where scope = $1 and key = $2',
      values: [scope, key, status, JSON.stringify(body ?? null)],
    });
  }

  private async release(scope: string, key: string): Promise<void> {
    await this.database.query({
      text: 'delete from idempotent_answers where scope = $1 and key = $2',
      values: [scope, key],
    });
  }
}
