import type { DraftKind, TypedReferences } from '../store/drafts.ts';
import type { Action } from '../store/action.ts';
import { ITEM_PLACES, type ItemPlace } from '../work-item/slice.ts';
import type { SendingRoot } from './form-slice.ts';
import type { LinkForm } from './types.ts';
import { madeIn } from '../store/action.ts';
import { referencesIn, retyped, typedIn } from '../store/drafts.ts';
import { linkActions } from './actions.ts';
import { selectIsSending } from './form-slice.ts';

interface Data extends TypedReferences {
  readonly linkType: LinkForm['linkType'];
}

const typed = typedIn((form: LinkForm): Data | null => {
  const words = referencesIn(form);
  return words === null ? null : { linkType: form.linkType, ...words };
});

/** RL-01.41: the form of a section is kept by the item whose links it adds. */
const inSection = (section: ItemPlace): DraftKind<SendingRoot> => ({
  form: 'links',
  typed(state) {
    const { form, subject } = state.link[section];
    if (form === null || subject === null || selectIsSending(state, section)) return null;
    return typed(form, subject.id);
  },
  restore({ link }, { place, data }) {
    const { form, subject } = link[section];
    if (form !== null || subject?.id !== place || !subject.canRelate) return null;
    const { linkType, ...words } = data as Data;
    const actions: readonly Action[] = [
      linkActions.formOpened({ restored: true }),
      linkActions.typeChosen({ linkType }),
      linkActions.referencesTyped(retyped(words)),
    ];
    return actions.map((action) => madeIn(action, section));
  },
  isDone: (action) =>
    linkActions.submitted.match(action) ||
    linkActions.formClosed.match(action) ||
    linkActions.submitted.committed.match(action),
});

export const linkDrafts: readonly DraftKind[] = ITEM_PLACES.map(inSection);
