import { All } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainError } from '../../../platform/domain-error.js';
import { AuthController } from '../protocol/auth-routes.js';

/** Catch-all for unknown paths, with an error that the protocol's clients understand. Must be registered last. */
@ApiExcludeController()
@AuthController()
export class NotFoundController {
  @All('*path')
  reject(): never {
    throw new DomainError('not_found', 'feature_disabled', 'This endpoint is not available');
  }
}
