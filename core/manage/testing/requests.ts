import { NOUNS, type ManagedPage } from '../index.ts';

/** What is sent for each of these changes. */
export const requestsOf = (shown: ManagedPage, id: string | null, draft: Record<string, string>, ...whats: string[]) =>
  whats.map((what) => {
    const { method, path, body } = NOUNS[shown.noun].request({ page: shown, what, id, draft });
    return [`${method} ${path.replace('/api/v4/', '')}`, ...(body === undefined ? [] : [body])];
  });
