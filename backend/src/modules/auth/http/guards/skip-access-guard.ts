import { SetMetadata } from '@nestjs/common';

export const SKIP_ACCESS_GUARD = Symbol('skip access guard');

/** For routes of the wire protocol, which authenticate callers with their own guards and error format. */
export const SkipAccessGuard = (): ClassDecorator & MethodDecorator => SetMetadata(SKIP_ACCESS_GUARD, true);
