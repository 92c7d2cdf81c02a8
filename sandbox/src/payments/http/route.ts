import { fields, array, text, type Reader, type Values } from './parameters.ts';
import type { Sandbox } from '../sandbox.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** Context of a request, passed to the route along with its parameters. */
export interface Call {
  sandbox: Sandbox;
  /** Path parameters, such as `id`. */
  path: Readonly<Record<string, string>>;
  /** True for the publishable key: the caller is a browser that holds at most a client secret. */
  isPublic: boolean;
  /** Path of the request, for the `url` of lists. */
  url: string;
}

export interface Route {
  method: Method;
  path: string;
  /** True if the publishable key is sufficient. */
  allowPublishable: boolean;
  parameters: Reader<Record<string, unknown>>;
  run(call: Call, parameters: Record<string, unknown>): object;
}

interface RouteDefinition<S extends Record<string, Reader<unknown>>> {
  method: Method;
  path: string;
  allowPublishable?: boolean;
  parameters?: S;
  run(call: Call, parameters: Values<S>): object;
}

/** Declares a route. Every route accepts `expand`. */
export function route<S extends Record<string, Reader<unknown>>>(definition: RouteDefinition<S>): Route {
  const shape = { ...definition.parameters, expand: array(text) };
  return {
    method: definition.method,
    path: definition.path,
    allowPublishable: definition.allowPublishable ?? false,
    parameters: fields(shape) as Reader<Record<string, unknown>>,
    run: (call, parameters) => definition.run(call, parameters as Values<S>),
  };
}
