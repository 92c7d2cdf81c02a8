import { Module } from '@nestjs/common';
import { ShareStory } from './application/share-story.js';
import { Stories } from './application/stories.js';
import { ShareStoryController } from './http/share-story.controller.js';

@Module({
  controllers: [ShareStoryController],
  providers: [ShareStory, Stories],
  exports: [Stories],
})
export class StoriesModule {}
