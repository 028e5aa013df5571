import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { manageActions, selectManage } from '@espalier/core/manage';
import type { Entry, ManagedPage } from '@espalier/core/manage';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import type { NounView, RowAction } from './noun-view.ts';
import { QuestionDialog } from './question-dialog.tsx';

interface Actions {
  readonly act: (entry: Entry, action: RowAction) => void;
  readonly isAsking: boolean;
  /** Ends the question that is open. */
  readonly end: () => void;
  /** What was refused of what asked nothing. */
  readonly refusal: ReactNode;
  readonly question: ReactNode;
}

/** Changes that are no form: some ask first (BD-05.23), the others are made at once. */
export function useActions(page: ManagedPage, view: NounView): Actions {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { form } = useAppSelector(selectManage);
  const [asked, setAsked] = useState<{ readonly entry: Entry; readonly action: RowAction } | null>(null);
  const end = useCallback(() => setAsked(null), []);
  return {
    act(entry, action) {
      const { what, ask, draft = {}, to } = action;
      if (to !== undefined) void navigate(to);
      else if (ask !== undefined) setAsked({ entry, action });
      else dispatch(manageActions.submitted({ page, what, id: entry.id, draft }));
    },
    isAsking: asked !== null,
    end,
    refusal: asked === null && form.what !== 'save' && form.error !== null && <Alert tone="danger">{form.error}</Alert>,
    question: asked?.action.ask !== undefined && (
      <QuestionDialog
        page={page}
        view={view}
        entry={asked.entry}
        what={asked.action.what}
        question={asked.action.ask}
        onClose={end}
      />
    ),
  };
}
