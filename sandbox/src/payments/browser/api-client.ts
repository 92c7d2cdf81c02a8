import { encodeForm } from './form-encoding.ts';

export interface ApiError {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  charge?: string;
  payment_intent?: Intent;
  setup_intent?: Intent;
  payment_method?: object;
}

/** A payment or setup intent, with the fields visible to its client secret. */
export interface Intent {
  id: string;
  object: string;
  status: string;
  amount?: number;
  currency?: string;
  client_secret: string;
  last_payment_error?: ApiError | null;
  last_setup_error?: ApiError | null;
  next_action?: { type: string; redirect_to_url?: { url: string; return_url: string } } | null;
  payment_method: string | null;
}

export type ApiResult<T> = { value: T; error?: undefined } | { value?: undefined; error: ApiError };

/** Calls the sandbox with the publishable key. Never rejects; all errors are returned. */
export class ApiClient {
  private readonly base: string;
  private readonly key: string;

  constructor(base: string, key: string) {
    this.base = base;
    this.key = key;
  }

  get<T>(path: string, values: object = {}): Promise<ApiResult<T>> {
    return this.call<T>(`${path}?${new URLSearchParams(encodeForm(values)).toString()}`, { method: 'GET' });
  }

  post<T>(path: string, values: object): Promise<ApiResult<T>> {
    const body = new URLSearchParams(encodeForm(values)).toString();
    return this.call<T>(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  private async call<T>(path: string, request: RequestInit): Promise<ApiResult<T>> {
    try {
      const response = await fetch(this.base + path, {
        ...request,
        credentials: 'same-origin',
        headers: { ...request.headers, authorization: `Bearer ${this.key}` },
      });
      const body = (await response.json()) as { error?: ApiError };
      return body.error ? { error: body.error } : { value: body as T };
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message: 'We could not reach the payment system. Please check your connection and try again.',
        },
      };
    }
  }
}
