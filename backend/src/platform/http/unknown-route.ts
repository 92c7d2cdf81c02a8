import type { Request } from 'express';
import { DomainError } from '../errors/domain-error.js';

/** The path exists, but not with this method. */
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
      `${method} isn't supported at this URL. Use ${others}.`,
    );
  }
}

interface RouteLayer {
  route?: { methods: Readonly<Record<string, boolean>> };
  match(path: string): { params: Readonly<Record<string, string | string[]>> } | false;
}

/** The error for a request that matched no route: either its path supports only other methods, or it does not exist. */
export function unknownRouteError(request: Request): DomainError {
  const methods = methodsOf(request);
  if (methods.length === 0)
    return new DomainError('not_found', 'not_found', 'No endpoint exists at this URL. Check the path.');
  return new MethodNotAllowedError(request.method, methods);
}

/** The name of the route parameter at one segment of the request's path; undefined if there is none. */
export function parameterAt(
  request: Request,
  segments: readonly string[],
  index: number,
): string | undefined {
  // The segment, and possibly others, cannot be decoded. Match the route with placeholders instead.
  const placeholder = 'this-segment';
  const path = segments
    .map((segment, position) => {
      if (position === index) return placeholder;
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

/** Methods supported at the request's path, for the `Allow` header. */
function methodsOf(request: Request): string[] {
  const path = request.originalUrl.split('?', 1)[0]!;
  const routes = layersOf(request).filter((layer) => layer.route && layer.match(path));
  const supported = new Set(routes.flatMap(({ route }) => Object.keys(route!.methods)));
  if (supported.size === 0) return [];
  if (supported.has('get')) supported.add('head');
  return [...supported, 'options'].map((method) => method.toUpperCase());
}
