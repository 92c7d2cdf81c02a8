import { describeDocumentedResponses, EVERYTHING_ON } from '../support/documented-responses.js';

describeDocumentedResponses('all features enabled', EVERYTHING_ON, 1);
