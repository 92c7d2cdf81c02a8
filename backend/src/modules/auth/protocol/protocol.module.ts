import { Module } from '@nestjs/common';
import { Redirects } from './redirects.js';
import { AuthBodyErrors } from './auth-body-errors.js';

@Module({
  providers: [Redirects, AuthBodyErrors],
  exports: [Redirects],
})
export class ProtocolModule {}
