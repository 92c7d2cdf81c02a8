import { SetMetadata } from '@nestjs/common';

/** Metadata key of routes that prove their callers themselves. */
export const OWN_PROOF = Symbol('own proof');

/** For the routes of the wire protocol: they refuse in shapes of their own, so the product's guard lets them pass. */
export const ProvesCallersItself = (): ClassDecorator & MethodDecorator => SetMetadata(OWN_PROOF, true);
