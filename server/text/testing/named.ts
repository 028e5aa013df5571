import type { Referred } from '../references.ts';

/** A place where everything that a text refers to is there, and is called so. */
export const named = (name: string) => ({
  origin: 'https://plan.example',
  find: (wanted: readonly { readonly kind: Referred['kind'] }[]) =>
    Promise.resolve(
      wanted.map(({ kind }) => ({
        kind,
        id: 1,
        title: name,
        state: name,
        color: kind === 'label' ? name : null,
        path: name,
        isProject: true,
        iid: 1,
      })),
    ),
});

export const place = { groupPath: 'acme', projectPath: 'acme/web' };
