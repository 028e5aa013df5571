import {
  type EpicFieldsUpdateMutation,
  type EpicFieldsUpdateMutationVariables,
  EpicFieldsUpdateOperation,
} from '../api/generated/operations.ts';
import type { EpicRef } from '../epic/actions.ts';
import { mayUpdateEpic } from '../epic/select.ts';
import { placeOfEpic, toldOf } from '../work-item/select.ts';
import { get } from '../table/index.ts';
import { graphql } from '../mutation/index.ts';
import { EPICS_KEY } from '../roadmap/change-dates.ts';
import { fieldEdits } from '../work-item/field-edit.ts';
import { sidebarReads } from './actions.ts';
import { epicFacts, fieldsIn, fieldsOf, type SidebarEpic } from './fields.ts';
import { shownEpic } from './select-root.ts';
import type { SidebarRoot } from './state.ts';

export type Updated = NonNullable<EpicFieldsUpdateMutation['updateEpic']>;
type Input = Omit<EpicFieldsUpdateMutationVariables['input'], 'groupPath' | 'iid'>;

/** Defines an edit of a field of an epic. The right `own`: the field is the viewer's own, and needs no permission. */
export const edit = fieldEdits<SidebarEpic, EpicRef, SidebarRoot, Updated, Input, 'own'>(
  {
    noun: 'epic',
    alerts: toldOf,
    shown: (root) => shownEpic(root),
    fieldsIn,
    fieldsOf,
    may: (root, id, right) => right === 'own' || mayUpdateEpic(root, id),
    refOf: ({ id, group, iid }) => ({ id, groupPath: group?.fullPath ?? '', iid }),
    called(root, { id, iid }) {
      const item = get(root.confirmed.items, id);
      const isKnown = item !== undefined && placeOfEpic(root, id) !== null;
      return isKnown ? `${item.reference} “${item.title}”` : `&${iid}`;
    },
    request: ({ groupPath, iid }, input) => graphql(EpicFieldsUpdateOperation, { input: { groupPath, iid, ...input } }),
    answered: ({ epic }) => epic && epicFacts(epic),
    text: () => null,
    also: [EPICS_KEY],
    forgets: ({ id }, action) => sidebarReads.epic.received.match(action) && action.payload.params.id === id,
  },
  'groupPath',
);
