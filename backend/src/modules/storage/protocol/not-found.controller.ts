import { All } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { StorageError } from '../core/storage-errors.js';
import { IgnoredToken } from './storage-caller.guard.js';
import { StorageController } from './storage-routes.js';

/** Catch-all for unknown paths, with an error that the protocol's clients understand. Must be registered last. */
@ApiExcludeController()
@StorageController()
export class StorageNotFoundController {
  @All('*path')
  @IgnoredToken()
  reject(): never {
    throw new StorageError('not_found', 'NotSupported', 'not_found', 'This endpoint is not available', {
      httpStatus: 404,
    });
  }
}
