import { Client } from 'pg';
import { OUTBOX_CHANNEL } from './outbox-events.repository.js';

const RECONNECT_MS = 1000;

/** Listens for commits that emit events, on a connection of its own, and reconnects when that is lost. */
export class CommitListener {
  private connection: Client | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private stopped = false;

  /** @param onCommit called after each commit, and after connecting: commits may have been missed */
  constructor(
    private readonly databaseUrl: string,
    private readonly onCommit: () => Promise<void>,
  ) {}

  async start(): Promise<void> {
    if (this.stopped) return;
    const connection = new Client({
      connectionString: this.databaseUrl,
      application_name: 'relay',
      keepAlive: true,
    });
    this.connection = connection;
    const lost = (): void => {
      if (this.stopped || this.connection !== connection) return;
      this.connection = undefined;
      // A standby accepts the connection, but rejects LISTEN.
      connection.end().catch(() => undefined);
      this.reconnect = setTimeout(() => void this.start(), RECONNECT_MS);
    };
    connection.on('error', lost);
    connection.on('end', lost);
    connection.on('notification', () => void this.onCommit());
    try {
      await connection.connect();
      await connection.query(`listen ${OUTBOX_CHANNEL}`);
      await this.onCommit();
    } catch {
      lost();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.reconnect);
    this.connection?.removeAllListeners('end');
    await this.connection?.end();
  }
}
