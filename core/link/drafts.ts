import type { DraftKind, TypedReferences } from '../store/drafts.ts';
import type { SendingRoot } from './form-slice.ts';
import type { LinkForm } from './types.ts';
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

/** RL-01.41: the form is kept by the item whose links it adds. */
const kind: DraftKind<SendingRoot> = {
  form: 'links',
  typed(state) {
    const { link } = state;
    if (link.form === null || link.subject === null || selectIsSending(state)) return null;
    return typed(link.form, link.subject.id);
  },
  restore({ link }, { place, data }) {
    if (link.form !== null || link.subject?.id !== place || !link.subject.canRelate) return null;
    const { linkType, ...words } = data as Data;
    return [
      linkActions.formOpened({ restored: true }),
      linkActions.typeChosen({ linkType }),
      linkActions.referencesTyped(retyped(words)),
    ];
  },
  isDone: (action) =>
    linkActions.submitted.match(action) ||
    linkActions.formClosed.match(action) ||
    linkActions.submitted.committed.match(action),
};

export const linkDraft: DraftKind = kind;
