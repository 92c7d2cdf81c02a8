import { Body, Delete, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { ChangeFactor } from '../application/factors/change-factor.js';
import { RemoveFactor } from '../application/factors/remove-factor.js';
import type { Factor } from '../domain/user.js';
import { factorId } from './factors.controller.js';
import { ServiceRoleGuard } from './guards/service-role.guard.js';
import { FactorDocument } from './wire/documents.js';
import { FactorChangeBody } from './wire/factor-documents.js';
import { factorName } from './wire/factor-input.js';
import { userId } from './wire/user-input.js';
import { WireErrors } from './wire/wire-documentation.js';
import { fieldsOf, phoneNumber, text, type WireInput } from './wire/wire-input.js';
import { WireController } from './wire/wire-routes.js';

const ERRORS = { 400: ['validation_failed'], 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const uuidParam = (name: string) => ({ name, schema: { type: 'string' as const, format: 'uuid' } });

/** For helping users who lost their device. */
@WireController('Admin: users')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminFactorsController {
  constructor(
    private readonly removeFactor: RemoveFactor,
    private readonly changeFactor: ChangeFactor,
  ) {}

  @Get('admin/users/:id/factors')
  @ApiOperation({ summary: "List a user's MFA factors" })
  @ApiParam(uuidParam('id'))
  @ApiOkResponse({ type: [FactorDocument] })
  @WireErrors({ ...ERRORS, 404: ['user_not_found'] })
  list(@Param('id') id: string): Promise<Factor[]> {
    return this.removeFactor.list(userId(id));
  }

  @Put('admin/users/:id/factors/:factor')
  @ApiOperation({
    summary: "Update a factor's name or phone number",
    description:
      'Changing the number downgrades sessions verified with the old one to `aal1` and notifies the user by email.',
  })
  @ApiParam(uuidParam('id'))
  @ApiParam(uuidParam('factor'))
  @ApiBody({ type: FactorChangeBody })
  @ApiOkResponse({ type: FactorDocument })
  @WireErrors({
    ...ERRORS,
    400: ['validation_failed', 'bad_json'],
    404: ['user_not_found', 'mfa_factor_not_found', 'validation_failed'],
    422: ['mfa_factor_name_conflict', 'mfa_verified_factor_exists'],
  })
  change(@Param('id') id: string, @Param('factor') factor: string, @Body() body: WireInput): Promise<Factor> {
    const fields = fieldsOf(body);
    return this.changeFactor.byService(userId(id), factorId(factor), {
      friendlyName: factorName(fields, 'friendly_name'),
      phone: text(fields, 'phone') === undefined ? undefined : phoneNumber(fields),
    });
  }

  @Delete('admin/users/:id/factors/:factor')
  @ApiOperation({ summary: "Delete a user's MFA factor" })
  @ApiParam(uuidParam('id'))
  @ApiParam(uuidParam('factor'))
  @ApiOkResponse({ type: FactorDocument })
  @WireErrors({ ...ERRORS, 404: ['user_not_found', 'mfa_factor_not_found', 'validation_failed'] })
  remove(@Param('id') id: string, @Param('factor') factor: string): Promise<Factor> {
    return this.removeFactor.byService(userId(id), factorId(factor));
  }
}
