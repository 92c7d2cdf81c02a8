import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { CacheController } from './http/cache.controller.js';
import { RenderController } from './http/render.controller.js';
import { PurgeCache } from './purge-cache.js';
import { RenderImage } from './render-image.js';
import { StoreVariant } from './store-variant.js';
import { TransformObject } from './transform-object.js';

@Module({
  imports: [ObjectsModule],
  controllers: [RenderController, CacheController],
  providers: [RenderImage, TransformObject, StoreVariant, PurgeCache],
})
export class RenderingModule {}
