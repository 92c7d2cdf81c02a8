import { SetMetadata } from '@nestjs/common';

/** Metadata key of routes that prove their callers themselves. */
export const SKIP_ACCESS_GUARD = Symbol('own proof');

/** For the routes of the wire protocol: they reject in shapes of their own, so the product's guard lets them pass. */
export const SkipAccessGuard = (): ClassDecorator & MethodDecorator =>
  SetMetadata(SKIP_ACCESS_GUARD, true);
