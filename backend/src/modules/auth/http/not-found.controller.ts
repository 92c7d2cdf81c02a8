import { All } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { WireController } from './wire/wire-routes.js';

/** Every other path under the protocol's prefix: an error that its clients understand. Registered last. */
@ApiExcludeController()
@WireController()
export class NotFoundController {
  @All('*path')
  reject(): never {
    throw new DomainError('not_found', 'feature_disabled', 'This is not offered here');
  }
}
