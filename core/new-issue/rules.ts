import type { UrlParams } from '../work-item/list/address.ts';
import type { NewIssueFields } from './actions.ts';
import { FORM_TYPES } from '../text/types.ts';

/** WI-18.2: what the query of an address fills in. A value that is none of a field's is left out. */
export function filledBy(address: UrlParams): Partial<NewIssueFields> {
  const params = new Map(address);
  const given = (name: string) => params.get(`issue[${name}]`) ?? null;
  const [title, description] = [given('title'), given('description')];
  const type = FORM_TYPES.find((each) => each === given('issue_type'));
  return {
    ...(title !== null && { title }),
    ...(description !== null && { description }),
    ...(type !== undefined && { type }),
    ...(given('confidential') === 'true' && { confidential: true }),
  };
}

/** WI-18.7: nothing was typed or chosen. */
export const isUntouched = ({ title, description, type, confidential }: NewIssueFields): boolean =>
  title === '' && description === '' && type === 'issue' && !confidential;
