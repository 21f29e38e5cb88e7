import type { OutgoingEventType } from '../kernel/outgoing-event.model.ts';

export const maxEndpoints = 20;

export type WebhookEndpoint = {
  readonly id: number;
  readonly url: string;
  readonly events: readonly OutgoingEventType[];
  readonly createdAt: Date;
  readonly failingSince: Date | null;
  readonly disabledAt: Date | null;
};

export type WebhookAttempt = {
  readonly at: Date;
  readonly durationMs: number;
  /** null if there was no answer. */
  readonly status: number | null;
  /** Its first 2 KB, or why there is none. */
  readonly answer: string;
};

export type WebhookDelivery = {
  readonly id: number;
  readonly eventId: string;
  readonly type: OutgoingEventType;
  readonly createdAt: Date;
  readonly state: 'delivered' | 'failed' | 'queued';
  /** When it is tried next; null if it is not tried again. */
  readonly dueAt: Date | null;
  /** Newest first. */
  readonly attempts: readonly WebhookAttempt[];
};
