import type { ModelAnswer, ModelCall, ModelServer, World } from './server/index.ts';

/** The server as the simulated network reaches it. One request at a time. */
export interface Backend {
  /** What the server holds: for operations to choose from, and for the oracle. */
  readonly model: ModelServer;
  answer(who: string, call: ModelCall): ModelAnswer | Promise<ModelAnswer>;
  /** Gives or takes a role in the group `acme`. */
  setRole(who: string, level: number | null): void | Promise<void>;
}

export const userId = (world: World, username: string): number => {
  for (const user of world.users.values()) if (user.username === username) return user.id;
  throw new RangeError(`no user ${username}`);
};

export const groupId = (world: World, path: string): number => {
  for (const group of world.groups.values()) if (group.fullPath === path) return group.id;
  throw new RangeError(`no group ${path}`);
};

export const isChange = ({ request, text }: ModelCall): boolean =>
  request === null ? (text ?? '').startsWith('mutation') : request.method !== 'GET';

/** The model server alone. Whoever asks the same again while nothing has changed is given the same answer, the very object. */
export function modelBackend(model: ModelServer): Backend {
  const { world } = model;
  const answers = new Map<string, ModelAnswer>();
  let version = world.changes;
  return {
    model,
    answer: (who, call) => {
      if (isChange(call)) {
        // What is told may change with a role, which the world's number of changes does not count.
        answers.clear();
        return model.answerAs(who, call);
      }
      if (world.changes !== version) answers.clear();
      version = world.changes;
      const asked = JSON.stringify([who, call.what, call.variables, call.request]);
      const known = answers.get(asked);
      if (known !== undefined) return known;
      const answer = model.answerAs(who, call);
      if (!(answer instanceof Promise)) answers.set(asked, answer);
      return answer;
    },
    setRole: (who, level) => {
      answers.clear();
      world.setLevel(userId(world, who), groupId(world, 'acme'), level);
    },
  };
}
