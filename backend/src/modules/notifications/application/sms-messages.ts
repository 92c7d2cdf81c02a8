import { Injectable } from '@nestjs/common';
import {
  SmsRepository,
  type SmsMessage,
  type SmsPosition,
  type SmsQuery,
} from '../persistence/sms.repository.js';

export type { SmsMessage, SmsQuery };

/** Text messages as support sees them, for thirty days. There is nothing to replay: a code is good for a minute. */
@Injectable()
export class SmsMessages {
  constructor(private readonly smsMessages: SmsRepository) {}

  /** Newest first, those after the position. */
  search(query: SmsQuery, after: SmsPosition | undefined, limit: number): Promise<SmsMessage[]> {
    return this.smsMessages.find(query, after, limit);
  }
}
