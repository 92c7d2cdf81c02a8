import { Module } from '@nestjs/common';
import { Redirects } from './redirects.js';
import { WireBodyErrors } from './wire-body-errors.js';

@Module({
  providers: [Redirects, WireBodyErrors],
  exports: [Redirects],
})
export class ProtocolModule {}
