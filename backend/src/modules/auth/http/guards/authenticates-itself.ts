import { SetMetadata } from '@nestjs/common';

/** Metadata key of routes that prove their callers themselves. */
export const AUTHENTICATES_ITSELF = Symbol('own proof');

/** For the routes of the wire protocol: they reject in shapes of their own, so the product's guard lets them pass. */
export const AuthenticatesCallerItself = (): ClassDecorator & MethodDecorator =>
  SetMetadata(AUTHENTICATES_ITSELF, true);
