import { Module } from '@nestjs/common';
import { ShareStory } from './share-story.js';
import { Stories } from './stories.js';
import { ShareStoryController } from './share-story.controller.js';

@Module({
  controllers: [ShareStoryController],
  providers: [ShareStory, Stories],
  exports: [Stories],
})
export class StoriesModule {}
