import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BucketRuleEntity } from './bucket-rule.entity.js';
import { ACTIONS, type BucketRules } from './bucket-rules.js';

@Injectable()
export class BucketRulesRepository {
  constructor(private readonly database: Database) {}

  async find(bucketId: string): Promise<BucketRules> {
    const rows = await this.database.em.find(
      BucketRuleEntity,
      { bucketId },
      { orderBy: { action: 'asc', grantee: 'asc' } },
    );
    const listGrantees = (action: string) =>
      rows.filter((row) => row.action === action).map(({ grantee }) => grantee);
    const [read, list, write, remove] = ACTIONS.map(listGrantees);
    return { read: read!, list: list!, write: write!, remove: remove! };
  }

  async replace(bucketId: string, rules: BucketRules): Promise<void> {
    const { em } = this.database;
    await em.nativeDelete(BucketRuleEntity, { bucketId });
    const rows = ACTIONS.flatMap((action) =>
      [...new Set(rules[action])].map((grantee) => ({ bucketId, action, grantee })),
    );
    if (rows.length > 0) await em.insertMany(BucketRuleEntity, rows);
  }
}
