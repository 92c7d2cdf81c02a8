import { Module } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { BackendsModule } from '../backends/backends.module.js';
import { ImagesModule } from '../images/images.module.js';
import { CheckContent } from './check-content.js';
import { ClamdVirusScanner } from './clamd-virus-scanner.js';
import { ConfiguredScanner, ScanUpload } from './scan-upload.js';
import { VerifyPicture } from './verify-picture.js';

const scanner = {
  provide: ConfiguredScanner,
  inject: [Settings],
  useFactory: ({ storage: { clamdUrl } }: Settings) =>
    new ConfiguredScanner(clamdUrl === undefined ? undefined : new ClamdVirusScanner(clamdUrl)),
};

@Module({
  imports: [BackendsModule, ImagesModule],
  providers: [scanner, ScanUpload, VerifyPicture, CheckContent],
  exports: [CheckContent],
})
export class ScanningModule {}
