import { Injectable } from '@nestjs/common';
import { Logger } from './logger.js';

export const CONFIGURATION_WARNINGS = ['untrusted_proxy'] as const;

/** Something that only a changed setting can fix. */
export interface ConfigurationWarning {
  code: (typeof CONFIGURATION_WARNINGS)[number];
  /** What is wrong, with the setting to change. */
  message: string;
}

/** Configuration problems that this process has noticed while running. Each kind is logged once. */
@Injectable()
export class ConfigurationWarnings {
  private readonly warnings = new Map<ConfigurationWarning['code'], ConfigurationWarning>();

  constructor(private readonly logger: Logger) {}

  /** Keeps the first of each kind. */
  add(warning: ConfigurationWarning): void {
    if (this.warnings.has(warning.code)) return;
    this.warnings.set(warning.code, warning);
    this.logger.warn(warning.message, { code: warning.code });
  }

  list(): ConfigurationWarning[] {
    return [...this.warnings.values()];
  }
}
