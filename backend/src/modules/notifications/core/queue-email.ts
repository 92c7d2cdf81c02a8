import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { normalizeEmail } from '../../auth/index.js';
import type { EmailContent } from '../templates/domain/email.js';
import { emailDue } from './events.js';
import { templateNamed } from '../templates/domain/catalog.js';
import { EmailsRepository } from './emails.repository.js';
import { getBrand } from '../templates/brand.js';

export interface QueueOptions {
  /** No second email with the same key is written. */
  dedupeKey?: string;
  /** The email this one replaces. */
  replayOf?: { id: string; originId: string };
  createdBy?: string;
}

/** Stores an email and emits the event that sends it, in the open transaction. */
@Injectable()
export class QueueEmail {
  constructor(
    private readonly emails: EmailsRepository,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Returns the new email's id, or undefined if one with this dedupe key exists. */
  async queue(
    content: EmailContent,
    { dedupeKey, replayOf, createdBy }: QueueOptions = {},
  ): Promise<string | undefined> {
    const id = uuid();
    const eventId = uuid();
    const inserted = await this.emails.insert({
      ...content,
      id,
      eventId,
      originId: replayOf?.originId ?? id,
      replayOf: replayOf?.id ?? null,
      recipientNormalized: normalizeEmail(content.recipient),
      subject: templateNamed(content.template).subject(getBrand(this.settings), content.params),
      messageId: `<${id}@${this.senderHost}>`,
      dedupeKey: dedupeKey ?? null,
      createdBy: createdBy ?? null,
      createdAt: this.clock.now(),
    });
    if (!inserted) return undefined;
    await this.outbox.emit(emailDue, { emailId: id }, { id: eventId });
    return id;
  }

  private get senderHost(): string {
    return this.settings.mail.from.address.split('@').at(-1)!;
  }
}
