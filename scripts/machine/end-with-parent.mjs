// Loaded into every Node part: when the launcher dies, however abruptly, its channel closes and the part shuts down as
// it would on SIGTERM.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
