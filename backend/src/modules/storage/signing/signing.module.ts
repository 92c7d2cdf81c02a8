import { Module } from '@nestjs/common';
import { SignedUrls } from './signed-urls.js';
import { UploadLinks } from './upload-links.js';

@Module({ providers: [SignedUrls, UploadLinks], exports: [SignedUrls, UploadLinks] })
export class SigningModule {}
