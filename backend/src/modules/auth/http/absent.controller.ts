import { All } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { WireController } from './wire/wire-routes.js';

/** Every other path under the protocol's prefix: a refusal that its clients understand. Registered last. */
@ApiExcludeController()
@WireController()
export class AbsentController {
  @All('*path')
  refuse(): never {
    throw notOffered();
  }
}

/** Where clients may look for recovery codes, which have a path of their own here. Registered before the factors: it is no factor's id. */
@ApiExcludeController()
@WireController()
export class AbsentRecoveryCodesController {
  @All('factors/recovery-codes{/*path}')
  refuse(): never {
    throw notOffered();
  }
}

function notOffered(): DomainError {
  return new DomainError('not_found', 'feature_disabled', 'This is not offered here');
}
