import { HttpError } from '../http-errors.ts';

/** GitLab's words for a token that may not do what it is used for. */
export const INSUFFICIENT_SCOPE = {
  error: 'insufficient_scope',
  error_description: 'The request requires higher privileges than provided by the access token.',
  scope: 'api',
} as const;

/** RP-02.117: a change was asked for with a token that reads only. */
export class InsufficientScope extends HttpError {
  override name = 'InsufficientScope';

  constructor() {
    super(403, INSUFFICIENT_SCOPE.error_description);
  }
}
