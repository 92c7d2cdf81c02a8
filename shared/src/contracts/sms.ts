export const SMS_STATUSES = ['queued', 'sent', 'failed', 'canceled'] as const;
export type SmsStatus = (typeof SMS_STATUSES)[number];

/** An SMS message, without its code. Times are ISO 8601, UTC. */
export interface SmsListItem {
  id: string;
  userId: string;
  /** Digits, without a plus sign. */
  recipient: string;
  /** What the code confirms. */
  purpose: 'sms_signup' | 'sms' | 'phone_change' | 'reauthentication' | 'factor';
  channel: 'sms' | 'whatsapp';
  status: SmsStatus;
  providerId: string | null;
  lastError: string | null;
  createdAt: string;
  finishedAt: string | null;
}

export interface SmsFilter {
  /** A phone number or the beginning of one. */
  recipient?: string;
  status?: SmsStatus;
}

export interface SmsList {
  items: SmsListItem[];
  nextCursor: string | null;
}
