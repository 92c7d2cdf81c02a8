import { Delete, Get, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { RemoveFactor } from '../application/factors/remove-factor.js';
import type { Factor } from '../domain/user.js';
import { factorId } from './factors.controller.js';
import { ServiceRoleGuard } from './guards/service-role.guard.js';
import { FactorDocument } from './wire/documents.js';
import { userId } from './wire/user-input.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { WireController } from './wire/wire-routes.js';

const REFUSALS = { 400: ['validation_failed'], 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const uuidParam = (name: string) => ({ name, schema: { type: 'string' as const, format: 'uuid' } });

/** Second factors for the operator's own servers: for an owner who has lost his device. */
@WireController('Accounts, for the service key')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminFactorsController {
  constructor(private readonly factors: RemoveFactor) {}

  @Get('admin/users/:id/factors')
  @ApiOperation({ summary: 'The second factors of an account' })
  @ApiParam(uuidParam('id'))
  @ApiOkResponse({ type: [FactorDocument] })
  @WireRefuses({ ...REFUSALS, 404: ['user_not_found'] })
  list(@Param('id') id: string): Promise<Factor[]> {
    return this.factors.list(userId(id));
  }

  @Delete('admin/users/:id/factors/:factor')
  @ApiOperation({ summary: 'Take a second factor away from an account' })
  @ApiParam(uuidParam('id'))
  @ApiParam(uuidParam('factor'))
  @ApiOkResponse({ type: FactorDocument })
  @WireRefuses({ ...REFUSALS, 404: ['user_not_found', 'mfa_factor_not_found', 'validation_failed'] })
  remove(@Param('id') id: string, @Param('factor') factor: string): Promise<Factor> {
    return this.factors.byService(userId(id), factorId(factor));
  }
}
