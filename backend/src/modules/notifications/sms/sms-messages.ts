import { Injectable } from '@nestjs/common';
import { SmsRepository, type SmsMessage, type SmsPosition, type SmsQuery } from './sms.repository.js';

export type { SmsMessage, SmsQuery };

/** SMS messages for support, kept for 30 days. They can't be replayed: a code is only valid for a minute. */
@Injectable()
export class SmsMessages {
  constructor(private readonly smsMessages: SmsRepository) {}

  /** Newest first, starting after the position. */
  search(query: SmsQuery, after: SmsPosition | undefined, limit: number): Promise<SmsMessage[]> {
    return this.smsMessages.find(query, after, limit);
  }
}
