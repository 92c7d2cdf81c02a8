/**
 * Customer stories that visitors submit through the site. Owns `stories` and the bucket `story-pictures`. An accepted story is stored
 * and announced to staff through an event; rate limits prevent flooding. Depends on storage, handles no events and sends no email.
 */
export { StoriesHandlersModule, StoriesModule } from './stories.module.js';
export { Stories } from './stories.js';
export { storyShared } from './events.js';
export { storiesEntities } from './entities.js';
export { storiesTables } from './personal-data.js';
