import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ExchangeCode } from './exchange-code.js';
import { FlowStatesRepository } from './flow-states.repository.js';
import { Flows } from './flows.js';

@Module({
  imports: [SessionsModule, UsersModule],
  providers: [ExchangeCode, FlowStatesRepository, Flows],
  exports: [ExchangeCode, Flows],
})
export class PkceModule {}
