import type { ModelAnswer, ModelCall, ModelServer, World } from '@espalier/core/testing/model-server';

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

/** The model server alone. */
export function modelBackend(model: ModelServer): Backend {
  return {
    model,
    answer: (who, call) => model.answerAs(who, call),
    setRole: (who, level) => model.world.setLevel(userId(model.world, who), groupId(model.world, 'acme'), level),
  };
}
