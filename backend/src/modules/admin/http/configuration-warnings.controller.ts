import type { ConfigurationWarningView, ItemList } from '@subscription-site/shared/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import {
  CONFIGURATION_WARNINGS,
  ConfigurationWarnings,
  type ConfigurationWarning,
} from '../../../platform/logging/configuration-warnings.js';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { StaffRoute } from '../../../platform/security/access.js';
import { STAFF_ERRORS } from './staff-errors.js';

class ConfigurationWarningResponse implements ConfigurationWarningView, ConfigurationWarning {
  @ApiProperty({ enum: CONFIGURATION_WARNINGS }) code: ConfigurationWarning['code'];
  @ApiProperty({ description: 'What is wrong, with the setting to change.' }) message: string;
}

class ConfigurationWarningListResponse implements ItemList<ConfigurationWarningView> {
  @ApiProperty({ type: [ConfigurationWarningResponse] }) items: ConfigurationWarningResponse[];
}

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/configuration-warnings')
export class ConfigurationWarningsController {
  constructor(private readonly warnings: ConfigurationWarnings) {}

  @Get()
  @ApiOperation({ summary: 'List configuration problems noticed by the process that responds' })
  @ApiOkResponse({ type: ConfigurationWarningListResponse })
  @ApiErrors(STAFF_ERRORS)
  list(): ConfigurationWarningListResponse {
    return { items: this.warnings.list() };
  }
}
