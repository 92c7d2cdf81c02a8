import { Body, Delete, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { ServiceRoleGuard } from '../../access/http/service-role.guard.js';
import type { Factor } from '../../factors/describe-factor.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { userId, readFields, phoneNumber, text, type AuthInput } from '../../protocol/auth-input.js';
import { AuthController } from '../../protocol/auth-routes.js';
import { FactorDocument } from '../../users/user-documents.js';
import { RemoveFactor } from '../remove-factor.js';
import { UpdateFactor } from '../update-factor.js';
import { FactorChangeBody } from './factor-documents.js';
import { factorName } from './factor-input.js';
import { factorId } from './factors.controller.js';

const ERRORS = { 400: ['validation_failed'], 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const uuidParam = (name: string) => ({ name, schema: { type: 'string' as const, format: 'uuid' } });

/** For helping users who lost their device. */
@AuthController('Admin: users')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminFactorsController {
  constructor(
    private readonly removeFactor: RemoveFactor,
    private readonly updateFactor: UpdateFactor,
  ) {}

  @Get('admin/users/:id/factors')
  @ApiOperation({ summary: "List a user's MFA factors" })
  @ApiParam(uuidParam('id'))
  @ApiOkResponse({ type: [FactorDocument] })
  @AuthErrors({ ...ERRORS, 404: ['user_not_found'] })
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
  @AuthErrors({
    ...ERRORS,
    400: ['validation_failed', 'bad_json'],
    404: ['user_not_found', 'mfa_factor_not_found', 'validation_failed'],
    422: ['mfa_factor_name_conflict', 'mfa_verified_factor_exists'],
  })
  change(@Param('id') id: string, @Param('factor') factor: string, @Body() body: AuthInput): Promise<Factor> {
    const fields = readFields(body);
    return this.updateFactor.byService(userId(id), factorId(factor), {
      friendlyName: factorName(fields, 'friendly_name'),
      phone: text(fields, 'phone') === undefined ? undefined : phoneNumber(fields),
    });
  }

  @Delete('admin/users/:id/factors/:factor')
  @ApiOperation({ summary: "Delete a user's MFA factor" })
  @ApiParam(uuidParam('id'))
  @ApiParam(uuidParam('factor'))
  @ApiOkResponse({ type: FactorDocument })
  @AuthErrors({ ...ERRORS, 404: ['user_not_found', 'mfa_factor_not_found', 'validation_failed'] })
  remove(@Param('id') id: string, @Param('factor') factor: string): Promise<Factor> {
    return this.removeFactor.byService(userId(id), factorId(factor));
  }
}
