import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { Settings } from '../../../platform/config/settings.js';
import { BreachedPasswords } from './passwords.port.js';
import { hasSortedLine } from './sorted-lines.js';

/**
 * A bundled list of common passwords, and an optional file of SHA-1 hashes in hexadecimal, one per line and sorted, as published by
 * Have I Been Pwned. Startup fails if the file cannot be read.
 */
@Injectable()
export class BreachedPasswordList extends BreachedPasswords implements OnModuleInit, OnApplicationShutdown {
  private common: ReadonlySet<string> = new Set();
  private file: number | undefined;

  constructor(private readonly settings: Settings) {
    super();
  }

  async onModuleInit(): Promise<void> {
    const { commonPasswordList, breachedPasswordFile } = this.settings.auth;
    if (commonPasswordList) {
      const { dictionary } = await import('@zxcvbn-ts/language-common');
      this.common = new Set(dictionary['passwords-common'].map(String));
    }
    if (breachedPasswordFile !== undefined) this.file = openSync(breachedPasswordFile, 'r');
  }

  onApplicationShutdown(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  override isCommon(password: string): boolean {
    return this.common.has(password.normalize('NFKC').trim().toLowerCase());
  }

  override isBreached(password: string): boolean {
    if (this.file === undefined) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    return hasSortedLine(this.file, hash);
  }
}
