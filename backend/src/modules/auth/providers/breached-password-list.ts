import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { Settings } from '../../../platform/config/settings.js';
import { BreachedPasswords } from '../domain/breached-passwords.js';
import { hasSortedLine } from './sorted-lines.js';

/**
 * The list that the operator chose: the most common passwords, which come with the product, or a file of SHA-1 hashes in hexadecimal,
 * one a line in order, as collections of breaches are published. A file that cannot be read stops the boot.
 */
@Injectable()
export class BreachedPasswordList extends BreachedPasswords implements OnModuleInit, OnApplicationShutdown {
  private common: ReadonlySet<string> = new Set();
  private file: number | undefined;

  constructor(private readonly settings: Settings) {
    super();
  }

  async onModuleInit(): Promise<void> {
    const { breachedPasswords } = this.settings.auth;
    if (breachedPasswords === 'off') return;
    if (breachedPasswords === 'common') {
      const { dictionary } = await import('@zxcvbn-ts/language-common');
      this.common = new Set(dictionary['passwords-common'].map(String));
    } else {
      this.file = openSync(breachedPasswords.file, 'r');
    }
  }

  onApplicationShutdown(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  override has(password: string): boolean {
    if (this.common.has(password.toLowerCase())) return true;
    if (this.file === undefined) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    return hasSortedLine(this.file, hash);
  }
}
