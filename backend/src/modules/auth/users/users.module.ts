import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountDeletions } from './account-deletions.js';
import { AnnounceUserDetails } from './announce-user-details.js';
import { CreateUser } from './create-user.js';
import { InactiveAnonymousUsers } from './inactive-anonymous-users.js';
import { AccountDeletionsRepository } from './persistence/account-deletions.repository.js';
import { UsersRepository } from './persistence/users.repository.js';
import { UpdateMetadata } from './update-metadata.js';
import { UserCredentials } from './user-credentials.js';
import { Users } from './users.js';

const publicApi = [
  AccountDeletions,
  CreateUser,
  InactiveAnonymousUsers,
  UpdateMetadata,
  UserCredentials,
  Users,
  UsersRepository,
];

@Module({
  imports: [DiscoveryModule],
  providers: [...publicApi, AccountDeletionsRepository, AnnounceUserDetails],
  exports: publicApi,
})
export class UsersModule {}
