import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { currentRequest } from '../../../../platform/logging/request-context.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { Devices } from '../../domain/devices.js';
import { userSignedInOnNewDevice } from '../../domain/events.js';
import { KnownDevicesRepository, type DeviceRow } from '../../persistence/known-devices.repository.js';
import { hashOfSecret } from '../secrets.js';
import { currentClient } from './client.js';

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
    private readonly knownDevices: KnownDevicesRepository,
    private readonly devices: Devices,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Whether a sign-in from here would be nothing new. A mark is noted again each time, because its life begins again. */
  async isKnown(userId: string): Promise<boolean> {
    return currentRequest()?.deviceToken === undefined && this.knownDevices.has(this.currentDevice(userId));
  }

  /** What the browser of this call is counted by, if the account of this address or number knows it by its mark. */
  async findDeviceKey(address: string): Promise<string | undefined> {
    const mark = currentRequest()?.deviceToken;
    if (mark === undefined) return undefined;
    const tokenHash = hashOfSecret(mark);
    return (await this.knownDevices.hasMark(address, tokenHash))
      ? tokenHash.toString('base64url')
      : undefined;
  }

  /** In the transaction that opens the session. Not told is a sign-in that an email itself made possible: its reader knows. */
  async record(userId: string, { tell }: { tell: boolean }): Promise<void> {
    const device = this.currentDevice(userId);
    const expiresAt = device.tokenHash === NO_MARK ? null : this.clock.in(MARK_SECONDS);
    const strange = await this.knownDevices.add(device, this.clock.now(), expiresAt);
    if (!strange || !tell) return;
    await this.outbox.emit(userSignedInOnNewDevice, {
      userId,
      device: device.name || null,
      ipAddress: currentClient().ip,
      at: this.clock.now().toISOString(),
    });
  }

  private currentDevice(userId: string): DeviceRow {
    const mark = currentRequest()?.deviceToken;
    return {
      userId,
      name: this.devices.describe(currentClient().userAgent) ?? '',
      tokenHash: mark === undefined ? NO_MARK : hashOfSecret(mark),
    };
  }
}
