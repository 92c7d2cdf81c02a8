import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { ApplyChange } from './apply-change.js';
import type { ChangeOutcome } from './change-outcome.js';
import { RecordChange } from './record-change.js';

/** Applies a change within the request that made it. If that fails, the worker tries again. */
@Injectable()
export class ApplyChangeNow {
  constructor(
    private readonly applyChange: ApplyChange,
    private readonly recordChange: RecordChange,
    private readonly database: Database,
  ) {}

  async apply(changeId: string): Promise<ChangeOutcome> {
    const outcome = await this.applyChange.apply(changeId);
    await this.database.transaction(() => this.recordChange.record(changeId, outcome));
    return outcome;
  }
}
