import type { Ports, WireError } from '../ports/index.ts';
import { isWireError } from '../store/effects.ts';

type Wire = Pick<Ports, 'graphql' | 'rest'>;

/** Asking who is looking, and signing in, are answered for themselves. */
const ABOUT_SESSION: ReadonlySet<string> = new Set(['/-/session.json', '/-/sign-in', '/-/sign-out']);
/** With these a server refuses an edit of a visitor, who may not know what exists. */
const EDIT_REFUSED: ReadonlySet<number | undefined> = new Set([401, 403, 404]);
/** GraphQL has no status for it, so it is told by its words. */
const NOT_ALLOWED = /does not exist|not found|permission|not authorized/i;

const refusesEdit = ({ kind, status, messages }: WireError): boolean =>
  kind === 'graphql' ? messages.some((text) => NOT_ALLOWED.test(text)) : EDIT_REFUSED.has(status);

/** A mutation answers 200 with its refusals in the payload: `{ createNote: { errors: ['…'] } }`. */
const refusedIn = (data: unknown): boolean =>
  Object.values((data ?? {}) as Readonly<Record<string, unknown>>).some((payload) => {
    const errors = (payload as { readonly errors?: unknown } | null)?.errors;
    return Array.isArray(errors) && errors.some((text) => typeof text === 'string' && NOT_ALLOWED.test(text));
  });

/**
 * RP-02.113: the same ports, which tell of each answer that may mean that the session has ended: 401 to whatever was asked, and an edit that is refused as
 * not found or not allowed. Who asked gets the answer as if nobody had listened.
 */
export function doubting<P extends Wire>(ports: P, doubted: () => void): P {
  const listen = <A extends Promise<{ readonly data: unknown }>>(answer: A, isEdit: boolean): A => {
    answer.then(
      ({ data }) => {
        if (isEdit && refusedIn(data)) doubted();
      },
      (error: unknown) => {
        if (isWireError(error) && (error.status === 401 || (isEdit && refusesEdit(error)))) doubted();
      },
    );
    return answer;
  };
  const { graphql, rest } = ports;
  return {
    ...ports,
    graphql: {
      request: (operation, variables, options) =>
        listen(graphql.request(operation, variables, options), /^\s*mutation\b/.test(operation.text)),
    },
    rest: {
      request: (request, options) => {
        const answer = rest.request<never>(request, options);
        return ABOUT_SESSION.has(request.path) ? answer : listen(answer, request.method !== 'GET');
      },
    },
  } satisfies Wire as P;
}
