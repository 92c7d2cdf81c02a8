import { Module } from '@nestjs/common';
import { StoriesPersonalData } from './personal-data.js';
import { StorageHandlersModule, StorageSigningModule } from '../storage/index.js';
import { ShareStory } from './share-story.js';
import { Stories } from './stories.js';
import { ShareStoryController } from './share-story.controller.js';

/** Loaded by the worker only. */
@Module({ imports: [StorageHandlersModule], providers: [StoriesPersonalData] })
export class StoriesHandlersModule {}

@Module({
  imports: [StorageSigningModule],
  controllers: [ShareStoryController],
  providers: [ShareStory, Stories],
  exports: [Stories],
})
export class StoriesModule {}
