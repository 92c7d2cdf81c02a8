import { Module } from '@nestjs/common';
import { TemplatesModule } from '../templates/templates.module.js';
import { EmailPreviewController } from './email-preview.controller.js';
import { PreviewEmails } from './preview-emails.js';

@Module({
  imports: [TemplatesModule],
  controllers: [EmailPreviewController],
  providers: [PreviewEmails],
})
export class PreviewModule {}
