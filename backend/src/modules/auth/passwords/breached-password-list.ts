import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { Settings } from '../../../platform/config/settings.js';
import { MAX_PASSWORD_BYTES } from './password-rules.js';
import { BreachedPasswords } from './passwords.port.js';
import { hasSortedLine } from './sorted-lines.js';

/** Limits the interpretations of a password in leet speak. Each takes time, and more of them detect no further common passwords. */
const MAX_LEET_SUBSTITUTIONS = 10;
/** zxcvbn's estimate for six characters without a pattern, which must be accepted. Its scores would reject them. */
const MIN_GUESSES = 1_000_000;

/** Built once in a process, because that takes tens of milliseconds. */
let sharedEstimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Estimates guesses with zxcvbn and its bundled list of common passwords, and looks up an optional file of SHA-1 hashes in hexadecimal,
 * one per line and sorted, as published by Have I Been Pwned. Startup fails if the file cannot be read.
 */
@Injectable()
export class BreachedPasswordList extends BreachedPasswords implements OnModuleInit, OnApplicationShutdown {
  private estimator: ZxcvbnFactory | undefined;
  private file: number | undefined;

  constructor(private readonly settings: Settings) {
    super();
  }

  async onModuleInit(): Promise<void> {
    const { commonPasswordList, breachedPasswordFile } = this.settings.auth;
    if (commonPasswordList) this.estimator = await (sharedEstimator ??= buildEstimator());
    if (breachedPasswordFile !== undefined) this.file = openSync(breachedPasswordFile, 'r');
  }

  onApplicationShutdown(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  override isGuessable(password: string, personalWords: readonly string[]): boolean {
    if (!this.estimator) return false;
    const normalized = password.normalize('NFKC').trim().toLowerCase();
    return this.estimator.check(normalized, [...personalWords]).guesses < MIN_GUESSES;
  }

  override isBreached(password: string): boolean {
    if (this.file === undefined) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    return hasSortedLine(this.file, hash);
  }
}

async function buildEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs,
    maxLength: MAX_PASSWORD_BYTES,
    l33tMaxSubstitutions: MAX_LEET_SUBSTITUTIONS,
  });
}
