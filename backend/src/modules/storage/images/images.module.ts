import { Module } from '@nestjs/common';
import { ImageProcessor } from './image-processor.port.js';
import { ImageVariantsRepository } from './image-variants.repository.js';
import { SharpImageProcessor } from './sharp-image-processor.js';

@Module({
  providers: [ImageVariantsRepository, { provide: ImageProcessor, useClass: SharpImageProcessor }],
  exports: [ImageVariantsRepository, ImageProcessor],
})
export class ImagesModule {}
