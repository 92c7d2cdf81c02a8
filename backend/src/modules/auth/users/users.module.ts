import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CreateUser } from './create-user.js';
import { InactiveAnonymousUsers } from './inactive-anonymous-users.js';
import { UsersRepository } from './persistence/users.repository.js';
import { UserCredentials } from './user-credentials.js';
import { Users } from './users.js';

@Module({
  imports: [DiscoveryModule],
  providers: [CreateUser, InactiveAnonymousUsers, UserCredentials, Users, UsersRepository],
  exports: [CreateUser, InactiveAnonymousUsers, UserCredentials, Users, UsersRepository],
})
export class UsersModule {}
