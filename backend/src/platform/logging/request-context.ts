import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  readonly requestId: string;
  /** IP address of the client, as reported by trusted proxies. */
  readonly ip: string;
  readonly userAgent: string;
  /** Device cookie of this browser, set at an earlier sign-in or by this request. Absent for other clients. */
  readonly deviceToken?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the work with this context, which is available in everything it awaits. */
export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The current request, or undefined in a job or at boot. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
