import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  readonly requestId: string;
  /** Address of the client as far as the trusted proxies vouch for it. */
  readonly ip: string;
  readonly userAgent: string;
  /** What the site left in this browser at an earlier sign-in, or leaves now; absent for other programs. */
  readonly deviceToken?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the work with this context; everything it awaits sees it. */
export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The request being served, or undefined in a job or at boot. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
