// The mailer package requires the framework from CommonJS; the test runner can only do that once the framework is loaded.
await import('reflect-metadata');
await import('@nestjs/common');
await import('@nestjs/core');
