import { fields, listOf, text, type Reader, type Values } from './parameters.ts';
import type { Sandbox } from '../sandbox.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** What a route's work is given beside its parameters. */
export interface Call {
  sandbox: Sandbox;
  /** Path parameters, such as `id`. */
  path: Readonly<Record<string, string>>;
  /** True when the caller showed the publishable key: the browser, holding at most a client secret. */
  isPublic: boolean;
  /** Address of the list, for the answer's `url`. */
  url: string;
}

export interface Route {
  method: Method;
  path: string;
  /** True where the publishable key is enough. */
  allowPublishable: boolean;
  parameters: Reader<Record<string, unknown>>;
  run(call: Call, parameters: Record<string, unknown>): object;
}

interface RouteRules<S extends Record<string, Reader<unknown>>> {
  method: Method;
  path: string;
  allowPublishable?: boolean;
  parameters?: S;
  run(call: Call, parameters: Values<S>): object;
}

/** Declares a route; `expand` is understood everywhere. */
export function route<S extends Record<string, Reader<unknown>>>(rules: RouteRules<S>): Route {
  const shape = { ...rules.parameters, expand: listOf(text) };
  return {
    method: rules.method,
    path: rules.path,
    allowPublishable: rules.allowPublishable ?? false,
    parameters: fields(shape) as Reader<Record<string, unknown>>,
    run: (call, parameters) => rules.run(call, parameters as Values<S>),
  };
}
