import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** The outcome of one request. */
export interface LoadResult {
  method: string;
  path: string;
  /** `performance.now()` when the request was sent, in milliseconds. */
  startedAt: number;
  status?: number;
  connection?: string;
  /** Error reported by an intermediate reverse proxy. */
  proxyError?: string;
  /** The request failed. `responseStarted`: the response had already started, so the outcome is unknown. */
  error?: { code: string; responseStarted: boolean };
}

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

export interface Load {
  results: LoadResult[];
  /** Stops sending, and resolves once in-flight requests have completed. */
  stop(): Promise<void>;
}

const PAUSE_AFTER_ERROR_MS = 20;

export interface LoadOptions {
  connections: number;
  next: (index: number) => LoadRequest;
  /** Pause between requests on the same connection. Default: 0. */
  pauseMs?: number;
}

/** Sends requests over keep-alive connections, like a busy client or reverse proxy. Never retries. */
export function startLoad(origin: string, { connections, next, pauseMs = 0 }: LoadOptions): Load {
  const agent = new Agent({ connections, pipelining: 1 });
  const results: LoadResult[] = [];
  let sent = 0;
  const stopping = new AbortController();
  const send = async (): Promise<void> => {
    const { method, path, body } = next(sent++);
    const result: LoadResult = { method, path, startedAt: performance.now() };
    try {
      const response = await request(origin + path, {
        method,
        dispatcher: agent,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      });
      result.status = response.statusCode;
      result.connection = String(response.headers.connection);
      const proxyError = response.headers['x-proxy-error'];
      if (proxyError) result.proxyError = String(proxyError);
      await response.body.text();
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      result.error = { code: code ?? message, responseStarted: result.status !== undefined };
      await pause(PAUSE_AFTER_ERROR_MS);
    }
    results.push(result);
  };
  const senders = Array.from({ length: connections }, async () => {
    while (!stopping.signal.aborted) {
      await send();
      if (pauseMs) await pause(pauseMs);
    }
  });
  return {
    results,
    async stop() {
      stopping.abort();
      await Promise.all(senders);
      await agent.destroy();
    },
  };
}

/** A request that must be processed exactly once: a story, identified by its number. */
export const storyRequest = (number: number): LoadRequest => ({
  method: 'POST',
  path: '/api/functions/v1/share-story',
  body: {
    name: 'Ada Lovelace',
    company: 'Analytical Engines',
    email: `ada-${number}@example.com`,
    story: 'We found four subscriptions that no one used.',
    consent: true,
  },
});
