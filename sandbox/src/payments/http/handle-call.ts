import type { Request, Response } from 'express';
import { newId } from '../state/identifiers.ts';
import { failureAnswer, NO_ANSWER, type Answer } from './answer.ts';
import { authenticate } from './authentication.ts';
import { Failure } from './failure.ts';
import { decodeForm } from './form.ts';
import { fingerprintOf, type IdempotencyKeys } from './idempotency.ts';
import { perform, type Job } from './perform.ts';
import { suffer } from './trouble.ts';
import type { ApiFailures } from '../controls/api-failures.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Route } from './route.ts';

type Outcome = (Answer & { replayed?: boolean }) | typeof NO_ANSWER;

/** Serves the calls of the API: key, idempotency, errors, parameters, work, expansion, in this order. */
export class CallHandler {
  private readonly sandbox: Sandbox;
  private readonly keys: IdempotencyKeys;
  private readonly faults: ApiFailures;

  constructor(sandbox: Sandbox, keys: IdempotencyKeys, faults: ApiFailures) {
    this.sandbox = sandbox;
    this.keys = keys;
    this.faults = faults;
  }

  async handle(route: Route, request: Request, response: Response): Promise<void> {
    const requestId = newId('req');
    const outcome = await this.outcome(route, request, requestId).catch((error: unknown) =>
      failureAnswer(error, requestId),
    );
    if (outcome === NO_ANSWER) request.socket.destroy();
    else send(request, response, outcome);
  }

  private async outcome(route: Route, request: Request, requestId: string): Promise<Outcome> {
    const job = this.read(route, request, requestId);
    if (job.key === null) return this.live(job);
    const kept = this.keys.claim(job.key.id, job.key.fingerprint);
    if (kept) return { ...kept, replayed: true };
    try {
      return await this.live(job);
    } finally {
      this.keys.release(job.key.id);
    }
  }

  private read(route: Route, request: Request, requestId: string): Job {
    const [path = '', query = ''] = request.originalUrl.split('?', 2);
    const encoded = route.method === 'POST' ? String(request.body ?? '') : query;
    const { key: keyParameter, _stripe_version: _version, ...parameters } = decodeForm(encoded);
    const role = authenticate(request.headers, keyParameter, this.sandbox.keys);
    const isPublic = role === 'publishable';
    if (isPublic && !route.allowPublishable) throw notWithThisKey();
    const given = route.method === 'POST' ? request.get('idempotency-key') : undefined;
    return {
      route,
      call: { sandbox: this.sandbox, path: request.params as Record<string, string>, isPublic, url: path },
      parameters,
      requestId,
      key: given
        ? { id: `${role} ${given}`, given, fingerprint: fingerprintOf(route.method, path, encoded) }
        : null,
    };
  }

  /** The call, with the error that a control may have laid in its way. */
  private async live(job: Job): Promise<Outcome> {
    const fault = this.faults.take(job.route.method, job.call.url);
    const trouble = fault?.when === 'before' ? await suffer(fault, job.requestId) : undefined;
    if (trouble) return trouble;
    const answer = perform(job, this.keys);
    const laterTrouble = fault?.when === 'after' ? await suffer(fault, job.requestId) : undefined;
    if (laterTrouble && laterTrouble !== NO_ANSWER && fault?.remember && job.key) {
      this.keys.keep({ id: job.key.id, fingerprint: job.key.fingerprint, ...laterTrouble });
    }
    return laterTrouble ?? answer;
  }
}

function send(request: Request, response: Response, answer: Answer & { replayed?: boolean }): void {
  const key = request.get('idempotency-key');
  response.status(answer.status).set({
    'content-type': 'application/json',
    'request-id': answer.requestId,
    ...(request.get('stripe-version') ? { 'stripe-version': request.get('stripe-version') } : {}),
    ...(answer.replayed ? { 'idempotent-replayed': 'true', 'original-request': answer.requestId } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  });
  response.end(answer.body);
}

function notWithThisKey(): Failure {
  return new Failure(403, {
    type: 'invalid_request_error',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}
