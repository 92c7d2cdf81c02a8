import { Module } from '@nestjs/common';
import { SimpleWebAuthn } from './simple-webauthn.js';
import { WebAuthn } from './webauthn.port.js';

@Module({
  providers: [{ provide: WebAuthn, useClass: SimpleWebAuthn }],
  exports: [WebAuthn],
})
export class WebauthnModule {}
