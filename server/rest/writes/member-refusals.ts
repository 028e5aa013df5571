import type { Outcome } from '../../command/outcome.ts';
import { MEMBER_TEXTS } from '../../member/change.ts';
import { forbidden, notFound, notFoundAs, refusedAnswer, type RestAnswer } from '../types.ts';

/** How a change of members is refused, in GitLab's forms (AP-05.62, AP-05.63). */
export function refusedMember(refused: Extract<Outcome<unknown>, { ok: false }>): RestAnswer {
  const { status, errors } = refused;
  const [text = ''] = errors;
  if (status === 403) return forbidden;
  if (status === 409) return { status, body: { message: text } };
  if (status === 400) return { status, body: { message: byField(errors) } };
  if (status !== 404) return refusedAnswer(refused);
  return text === MEMBER_TEXTS.user ? notFoundAs('User') : notFound;
}

/** As Rails tells faults by field: `{ access_level: ['is …'] }`. */
function byField(errors: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const told: Record<string, string[]> = {};
  for (const error of errors) {
    const [, field = 'base', text = error] = /^(Access level|Expires at) (.*)$/s.exec(error) ?? [];
    (told[field.toLowerCase().replace(' ', '_')] ??= []).push(text);
  }
  return told;
}
