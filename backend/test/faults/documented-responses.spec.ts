import {
  describeDocumentedResponses,
  EVERYTHING_OFF,
  EVERYTHING_ON,
} from '../support/documented-responses.js';

describeDocumentedResponses('all features enabled', EVERYTHING_ON, 15);
describeDocumentedResponses('all features disabled', EVERYTHING_OFF, 15);
