/** Response of a mocked endpoint, or a network error. */
export type MockResponse = { status?: number; body?: unknown; headers?: Record<string, string> } | 'offline';
type Handler = MockResponse | ((call: Call) => MockResponse | Promise<MockResponse>);

/** A request sent by the page. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  headers: Headers;
}

const handlers = new Map<string, Handler>();
const calls: Call[] = [];
const NOT_MOCKED: MockResponse = {
  status: 404,
  body: { statusCode: 404, code: 'not_found', message: 'Not described by the test.', requestId: 'test' },
};
let fallback: MockResponse = NOT_MOCKED;

/** The mocked network. Endpoints that are not mocked return 404. */
export const network = {
  /** Mocks an endpoint, as in `POST /api/functions/v1/name`. Replaces an earlier mock. */
  on(endpoint: string, handler: Handler): void {
    handlers.set(endpoint, handler);
  },
  /** Requests to an endpoint so far. */
  calls(endpoint: string): Call[] {
    return calls.filter((call) => `${call.method} ${call.path}` === endpoint);
  },
  /** Mocks all endpoints, except those that are mocked later. */
  onAny(response: MockResponse): void {
    handlers.clear();
    fallback = response;
  },
  reset(): void {
    handlers.clear();
    calls.length = 0;
    fallback = NOT_MOCKED;
  },
};

async function respondTo(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : String(input), window.location.origin);
  const call: Call = {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: typeof init.body === 'string' && init.body ? JSON.parse(init.body) : {},
    headers: new Headers(init.headers),
  };
  calls.push(call);
  const handler = handlers.get(`${call.method} ${call.path}`);
  const response = typeof handler === 'function' ? await handler(call) : (handler ?? fallback);
  if (response === 'offline') throw new TypeError('Failed to fetch');
  const { status = 200, body, headers } = response;
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

Object.assign(window, { fetch: respondTo });
