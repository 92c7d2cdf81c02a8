export type ApiRequest = [headers: Record<string, string>, method: string, path: string, body?: object];

/** Calls the API with a JSON body. */
export async function callApi<Body = Record<string, unknown>>(
  { url }: { url: string },
  ...request: ApiRequest
): Promise<{ status: number; body: Body }> {
  const [headers, method, path, body] = request;
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Body };
}
