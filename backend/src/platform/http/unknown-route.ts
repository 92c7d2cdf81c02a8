import type { Request } from 'express';
import { DomainError } from '../domain-error.js';
import type { RouteTable } from './route-table.js';

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

/** The error for a request that matched no route: either its path supports only other methods, or it does not exist. */
export function unknownRouteError({ method, originalUrl }: Request, routes: RouteTable): DomainError {
  const methods = routes.methodsAt(originalUrl.split('?', 1)[0]!);
  if (methods.length === 0)
    return new DomainError('not_found', 'not_found', 'No endpoint exists at this URL. Check the path.');
  return new MethodNotAllowedError(method, methods);
}
