import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty } from '@nestjs/swagger';
import { ServiceUnavailableError } from '../../../platform/domain-error.js';
import { Readiness } from '../../health/index.js';
import { IgnoredToken } from './storage-caller.guard.js';
import { StorageErrors } from './storage-documentation.js';
import { StorageController } from './storage-routes.js';

class StorageHealthDocument {
  @ApiProperty({ example: true })
  healthy: boolean;
}

@StorageController()
export class StorageHealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('health')
  @IgnoredToken()
  @ApiOperation({ summary: 'Check whether the service can serve requests' })
  @ApiOkResponse({ type: StorageHealthDocument })
  @StorageErrors()
  async check(): Promise<StorageHealthDocument> {
    if ((await this.readiness.report()).status !== 'ready') throw new ServiceUnavailableError();
    return { healthy: true };
  }
}
