/** One connection for pushes, by Rails' own client (AP-07): its pings, its waits and its repetitions are the package's. */
import type { Clock, Ids, Operation, RealtimePort } from '@espalier/core/ports';
import { createConsumer } from '@rails/actioncable';
import { GroupChangedOperation, ItemChangedOperation } from '@espalier/core/api';
import { createLive } from './live.ts';
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

function openCable(): Cable {
  const consumer = createConsumer(PATH);
  return {
    listen(topic, nonce, listener) {
      const { operation, variables } = subscriptionTo(topic);
      const channel = {
        channel: 'GraphqlChannel',
        query: operation.text,
        variables,
        operationName: operation.name,
        nonce,
      };
      const subscription = consumer.subscriptions.create(channel, {
        connected: () => listener.began(),
        disconnected: ({ willAttemptReconnect }: { readonly willAttemptReconnect: boolean | undefined }) =>
          listener.lost(willAttemptReconnect !== true),
        rejected: () => listener.refused(),
        received(message: unknown) {
          const result = isRecord(message) ? message['result'] : undefined;
          if (!isRecord(result) || result['errors'] !== undefined) return listener.refused();
          const kinds = kindsOf(result['data']);
          if (kinds !== null) listener.told(kinds);
        },
      });
      return () => void subscription.unsubscribe();
    },
    close: () => consumer.disconnect(),
  };
}

/** The port of a browser window. */
export const createCableLive = (host: { readonly clock: Clock; readonly ids: Ids }): RealtimePort =>
  createLive({ ...host, openCable });
