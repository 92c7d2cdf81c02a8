// Preloaded into every Node service: if the launcher dies, its IPC channel closes and the service shuts down as on SIGTERM.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
