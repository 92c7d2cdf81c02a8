import { Module } from '@nestjs/common';
import { OAuthModule } from '../oauth/oauth.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInWithWallet } from './sign-in-with-wallet.js';
import { VerifyWalletMessage } from './verify-wallet-message.js';
import { WalletSignatures } from './wallet-message.js';
import { WalletMessagesRepository } from './wallet-messages.repository.js';
import { WalletSignatureChecks } from './wallet-signature-checks.js';

@Module({
  imports: [OAuthModule, SessionsModule],
  providers: [
    SignInWithWallet,
    VerifyWalletMessage,
    WalletMessagesRepository,
    { provide: WalletSignatures, useClass: WalletSignatureChecks },
  ],
  exports: [SignInWithWallet],
})
export class Web3Module {}
