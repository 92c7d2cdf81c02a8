import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Who may call a route. Routes without a mark are for signed-in customers. */
export type Access = 'public' | 'customer' | 'support' | 'admin';

/** Metadata key under which the guard of `auth` finds the mark of a route. */
export const ACCESS = Symbol('access');

/** Opens a route to everybody. A valid token that comes along is still read. */
export const PublicRoute = (): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, 'public' satisfies Access);
/** For staff with at least this role, in a session at `aal2` where staff need it; both are read from the database on every call. */
export const StaffRoute = (role: 'support' | 'admin'): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, role);

/** The signed-in caller, as far as the guard has proved it. */
export interface Caller {
  userId: string;
  sessionId: string;
  email: string;
  /** When the address was confirmed; null until then. */
  emailConfirmedAt: Date | null;
  role: 'support' | 'admin' | null;
  /** `aal1`; `aal2` once the session has shown a second factor. */
  aal: string;
}

export type RequestWithCaller = Request & { caller?: Caller };

/** Injects the caller: always there unless the route is public. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<RequestWithCaller>().caller,
);
