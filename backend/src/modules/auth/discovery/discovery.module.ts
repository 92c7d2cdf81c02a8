import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { DiscoveryController } from './discovery.controller.js';
import { NotFoundController } from './not-found.controller.js';

@Module({
  imports: [AccessModule, OAuthModule],
  controllers: [DiscoveryController, NotFoundController],
})
export class AuthDiscoveryModule {}
