import type { Request } from 'express';
import { DomainError } from '../errors/domain-error.js';

/** The address is served, but not for this method. */
export class MethodNotAllowedError extends DomainError {
  constructor(
    method: string,
    /** For the `Allow` header. */
    readonly allowed: readonly string[],
  ) {
    const others = allowed.filter((name) => name !== 'HEAD' && name !== 'OPTIONS').join(' or ');
    super(
      'method_not_allowed',
      'method_not_allowed',
      `${method} is not served at this address. Use ${others}.`,
    );
  }
}

interface RouteLayer {
  route?: { methods: Readonly<Record<string, boolean>> };
  match(path: string): { params: Readonly<Record<string, string | string[]>> } | false;
}

/** Why no route took a request: its address is served for other methods alone, or not at all. */
export function asUnknownRoute(request: Request): DomainError {
  const methods = methodsOf(request);
  if (methods.length === 0)
    return new DomainError('not_found', 'not_found', 'There is nothing at this address.');
  return new MethodNotAllowedError(request.method, methods);
}

/** The name that a route gives to one segment of the request's path; undefined where no route has a parameter there. */
export function parameterAt(
  request: Request,
  segments: readonly string[],
  index: number,
): string | undefined {
  // Neither the segment nor maybe its neighbors can be decoded: the route is found with others in their places.
  const placeholder = 'this-segment';
  const path = segments
    .map((segment, at) => {
      if (at === index) return placeholder;
      return segment.includes('%') ? 'another' : segment;
    })
    .join('/');
  for (const layer of layersOf(request)) {
    const matched = layer.route && layer.match(path);
    const found = Object.entries(matched ? matched.params : {}).find(([, value]) => value === placeholder);
    if (found) return found[0];
  }
  return undefined;
}

function layersOf(request: Request): RouteLayer[] {
  return request.app.router.stack as unknown as RouteLayer[];
}

/** Methods that some route takes at the request's address, as an `Allow` header names them. */
function methodsOf(request: Request): string[] {
  const path = request.originalUrl.split('?', 1)[0]!;
  const routes = layersOf(request).filter((layer) => layer.route && layer.match(path));
  const taken = new Set(routes.flatMap(({ route }) => Object.keys(route!.methods)));
  if (taken.size === 0) return [];
  if (taken.has('get')) taken.add('head');
  return [...taken, 'options'].map((method) => method.toUpperCase());
}
