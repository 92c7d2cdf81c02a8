import { Module } from '@nestjs/common';
import { SmsSender } from './sms-sender.js';
import { TwilioSmsSender } from './twilio-sms-sender.js';

@Module({ providers: [{ provide: SmsSender, useClass: TwilioSmsSender }], exports: [SmsSender] })
export class SmsModule {}
