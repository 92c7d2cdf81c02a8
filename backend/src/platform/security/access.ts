import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Who may call a route. The default is `customer`: any signed-in user. */
export type Access = 'public' | 'customer' | 'support' | 'admin';

/** Metadata key of a route's access level, read by the guard in `auth`. */
export const ACCESS = Symbol('access');

/** Makes a route public. A valid token is still read. */
export const PublicRoute = (): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, 'public' satisfies Access);
/** Requires staff with at least this role, and `aal2` if staff need MFA. Both are read from the database on every call. */
export const StaffRoute = (role: 'support' | 'admin'): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, role);

/** The signed-in caller, as authenticated by the guard. */
export interface Caller {
  userId: string;
  sessionId: string;
  email: string;
  /** Null until the email is confirmed. */
  emailConfirmedAt: Date | null;
  role: 'support' | 'admin' | null;
  /** `aal1`, or `aal2` after the session has verified a second factor. */
  aal: string;
}

export type RequestWithCaller = Request & { caller?: Caller };

/** Injects the caller, which is always defined unless the route is public. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<RequestWithCaller>().caller,
);
