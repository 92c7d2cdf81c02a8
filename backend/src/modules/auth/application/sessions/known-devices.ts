import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { currentRequest } from '../../../../platform/logging/request-context.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { Devices } from '../../domain/devices.js';
import { accountSignedInElsewhere } from '../../domain/events.js';
import { KnownDevicesRepository, type DeviceRow } from '../../persistence/known-devices.repository.js';
import { hashOfSecret } from '../secrets.js';
import { presentClient } from './client.js';

/** How long a browser keeps its mark after the last sign-in; no longer than a session may last by default. */
export const MARK_SECONDS = 2_592_000;
const NO_MARK = Buffer.alloc(0);

/**
 * Tells the owner of a sign-in on a device that the account does not know: another browser or system by name, or a browser of the
 * same name without the mark that the site leaves. The first one of an account is known by definition.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly rows: KnownDevicesRepository,
    private readonly devices: Devices,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Whether a sign-in from here would be nothing new. A mark is noted again each time, because its life begins anew. */
  async isKnown(accountId: string): Promise<boolean> {
    return currentRequest()?.deviceMark === undefined && this.rows.has(this.present(accountId));
  }

  /** What the browser of this call is counted by, if the account of this address or number knows it by its mark. */
  async keyOfKnown(address: string): Promise<string | undefined> {
    const mark = currentRequest()?.deviceMark;
    if (mark === undefined) return undefined;
    const markHash = hashOfSecret(mark);
    return (await this.rows.hasMark(address, markHash)) ? markHash.toString('base64url') : undefined;
  }

  /** In the transaction that opens the session. Not told is a sign-in that a mail itself made possible: its reader knows. */
  async note(accountId: string, { tell }: { tell: boolean }): Promise<void> {
    const device = this.present(accountId);
    const markedUntil = device.markHash === NO_MARK ? null : this.clock.in(MARK_SECONDS);
    const strange = await this.rows.add(device, this.clock.now(), markedUntil);
    if (!strange || !tell) return;
    await this.outbox.emit(accountSignedInElsewhere, {
      accountId,
      device: device.name || null,
      ipAddress: presentClient().ip,
      at: this.clock.now().toISOString(),
    });
  }

  private present(accountId: string): DeviceRow {
    const mark = currentRequest()?.deviceMark;
    return {
      accountId,
      name: this.devices.nameOf(presentClient().userAgent) ?? '',
      markHash: mark === undefined ? NO_MARK : hashOfSecret(mark),
    };
  }
}
