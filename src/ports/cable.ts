/** One connection for pushes, by Rails' own client (AP-07): its pings, its waits and its repetitions are the package's. */
import type { Here, Operation, PlaceOfViewer } from '@espalier/core/ports';
import { createConsumer } from '@rails/actioncable';
import { GroupChangedOperation, ItemChangedOperation, PresenceOperation } from '@espalier/core/api';
import { isRecord } from './wire-error.ts';

/** Where a server of ours or a GitLab listens. */
const PATH = '/-/cable';
const GROUP = 'group/';

/** What a subscription says. */
export interface Listener {
  /** It has begun, or begun again after the connection was lost. */
  readonly began: () => void;
  /** The connection is lost. `forGood`: it is not tried again. */
  readonly lost: (forGood: boolean) => void;
  /** Something has changed; of what kinds. */
  readonly told: (kinds: readonly string[]) => void;
  /** The server has no such subscription. */
  readonly refused: () => void;
}

export interface Cable {
  /** Begins to listen to a topic. The function ends it. */
  listen(topic: string, nonce: string, listener: Listener): () => void;
  /** Says that the viewer is at this place, and tells who else is; null: that is not known any more. */
  attend(place: PlaceOfViewer, nonce: string, told: (here: Here | null) => void): () => void;
  close(): void;
}

const subscriptionTo = (
  topic: string,
): { readonly operation: Operation<unknown, never>; readonly variables: object } =>
  topic.startsWith(GROUP)
    ? { operation: GroupChangedOperation, variables: { fullPath: topic.slice(GROUP.length) } }
    : { operation: ItemChangedOperation, variables: { issuableId: topic } };

/** The kinds that a message tells of; null: nothing has changed, as the first one says. */
function kindsOf(data: unknown): readonly string[] | null {
  const [change] = isRecord(data) ? Object.values(data) : [];
  if (!isRecord(change) || !Array.isArray(change['kinds'])) return null;
  return change['kinds'].filter((kind) => typeof kind === 'string');
}

const channelOf = (operation: Operation<unknown, never>, variables: object, nonce: string) => ({
  channel: 'GraphqlChannel',
  query: operation.text,
  variables,
  operationName: operation.name,
  nonce,
});

/** The result of a message; null: it says what is wrong. */
function resultOf(message: unknown): Record<string, unknown> | null {
  const result = isRecord(message) ? message['result'] : undefined;
  return isRecord(result) && result['errors'] === undefined ? result : null;
}

/** Who is here, as a message says; null: it says nothing of it, as the first one does. The server is ours: no other has this subscription. */
function hereIn(data: unknown): Here | null {
  const presence = isRecord(data) ? data['presence'] : null;
  return isRecord(presence) ? (presence as unknown as Here) : null;
}

export function openCable(): Cable {
  const consumer = createConsumer(PATH);
  return {
    listen(topic, nonce, listener) {
      const { operation, variables } = subscriptionTo(topic);
      const subscription = consumer.subscriptions.create(channelOf(operation, variables, nonce), {
        connected: () => listener.began(),
        disconnected: ({ willAttemptReconnect }: { readonly willAttemptReconnect: boolean | undefined }) =>
          listener.lost(willAttemptReconnect !== true),
        rejected: () => listener.refused(),
        received(message: unknown) {
          const result = resultOf(message);
          if (result === null) return listener.refused();
          const kinds = kindsOf(result['data']);
          if (kinds !== null) listener.told(kinds);
        },
      });
      return () => void subscription.unsubscribe();
    },
    attend({ id, editing }, nonce, told) {
      const variables = { issuableId: id, editing };
      const subscription = consumer.subscriptions.create(channelOf(PresenceOperation, variables, nonce), {
        disconnected: () => told(null),
        received(message: unknown) {
          const here = hereIn(resultOf(message)?.['data']);
          if (here !== null) told(here);
        },
      });
      return () => void subscription.unsubscribe();
    },
    close: () => consumer.disconnect(),
  };
}
