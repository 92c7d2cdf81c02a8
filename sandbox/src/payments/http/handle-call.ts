import type { Request, Response } from 'express';
import { newId } from '../state/identifiers.ts';
import { errorResponse, NO_RESPONSE, type ApiResponse } from './api-response.ts';
import { authenticate } from './authentication.ts';
import { ApiError } from './api-error.ts';
import { decodeForm } from './form.ts';
import { computeFingerprint, type IdempotencyKeys } from './idempotency.ts';
import { executeCall, type PreparedCall } from './execute-call.ts';
import { simulateFailure } from './simulate-failure.ts';
import type { ApiFailures } from '../controls/api-failures.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Route } from './route.ts';

type Outcome = (ApiResponse & { replayed?: boolean }) | typeof NO_RESPONSE;

/** Handles API requests in this order: API key, idempotency, simulated failures, parameters, execution, expansion. */
export class CallHandler {
  private readonly sandbox: Sandbox;
  private readonly keys: IdempotencyKeys;
  private readonly failures: ApiFailures;

  constructor(sandbox: Sandbox, keys: IdempotencyKeys, failures: ApiFailures) {
    this.sandbox = sandbox;
    this.keys = keys;
    this.failures = failures;
  }

  async handle(route: Route, request: Request, response: Response): Promise<void> {
    const requestId = newId('req');
    const outcome = await this.outcome(route, request, requestId).catch((error: unknown) =>
      errorResponse(error, requestId),
    );
    if (outcome === NO_RESPONSE) request.socket.destroy();
    else send(request, response, outcome);
  }

  private async outcome(route: Route, request: Request, requestId: string): Promise<Outcome> {
    const prepared = this.parse(route, request, requestId);
    if (prepared.key === null) return this.serve(prepared);
    const stored = this.keys.claim(prepared.key.id, prepared.key.fingerprint);
    if (stored) return { ...stored, replayed: true };
    try {
      return await this.serve(prepared);
    } finally {
      this.keys.release(prepared.key.id);
    }
  }

  private parse(route: Route, request: Request, requestId: string): PreparedCall {
    const [path = '', query = ''] = request.originalUrl.split('?', 2);
    const encoded = route.method === 'POST' ? String(request.body ?? '') : query;
    const { key: keyParameter, _stripe_version: _version, ...parameters } = decodeForm(encoded);
    const role = authenticate(request.headers, keyParameter, this.sandbox.keys);
    const isPublic = role === 'publishable';
    if (isPublic && !route.allowPublishable) throw publishableKeyError();
    const idempotencyKey = route.method === 'POST' ? request.get('idempotency-key') : undefined;
    return {
      route,
      call: { sandbox: this.sandbox, path: request.params as Record<string, string>, isPublic, url: path },
      parameters,
      requestId,
      key: idempotencyKey
        ? {
            id: `${role} ${idempotencyKey}`,
            value: idempotencyKey,
            fingerprint: computeFingerprint(route.method, path, encoded),
          }
        : null,
    };
  }

  /** Executes the call, with a simulated failure if one matches. */
  private async serve(prepared: PreparedCall): Promise<Outcome> {
    const failure = this.failures.consume(prepared.route.method, prepared.call.url);
    const errorBefore =
      failure?.when === 'before' ? await simulateFailure(failure, prepared.requestId) : undefined;
    if (errorBefore) return errorBefore;
    const result = executeCall(prepared, this.keys);
    const errorAfter =
      failure?.when === 'after' ? await simulateFailure(failure, prepared.requestId) : undefined;
    if (errorAfter && errorAfter !== NO_RESPONSE && failure?.remember && prepared.key) {
      this.keys.save({ id: prepared.key.id, fingerprint: prepared.key.fingerprint, ...errorAfter });
    }
    return errorAfter ?? result;
  }
}

function send(request: Request, response: Response, result: ApiResponse & { replayed?: boolean }): void {
  const key = request.get('idempotency-key');
  response.status(result.status).set({
    'content-type': 'application/json',
    'request-id': result.requestId,
    ...(request.get('stripe-version') ? { 'stripe-version': request.get('stripe-version') } : {}),
    ...(result.replayed ? { 'idempotent-replayed': 'true', 'original-request': result.requestId } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(result.final ? { 'stripe-should-retry': 'false' } : {}),
  });
  response.end(result.body);
}

function publishableKeyError(): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}
