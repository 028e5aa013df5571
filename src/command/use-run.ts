import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Action, RootState } from '@espalier/core';
import { overPage } from '@espalier/core/store';
import { selectEpic } from '@espalier/core/epic';
import { noticeActions } from '@espalier/core/notice';
import type { Run, ViewAct } from '@espalier/core/command';
import { isEpicOver, selectFrontItem } from '@espalier/core/work-item';
import { useDeveloperDoor } from '../developer/use-door.ts';
import { useThemeChoice } from '../frame/use-theme-choice.ts';
import { groupOf, routeOf, queryInTab } from '@espalier/core/frame';
import { usePorts } from '../ports/context.ts';
import { useAppStore } from '../store.ts';

/** Runs a command. */
export function useRun(): (run: Run) => void {
  const navigate = useNavigate();
  const store = useAppStore();
  const door = useDeveloperDoor();
  const { log } = usePorts();
  const theme = useThemeChoice();
  return useCallback(
    (run) => {
      const say = (kind: 'toast' | 'danger', text: string) => store.dispatch(noticeActions.raised({ kind, text }));
      const copy = (text: string) =>
        void Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
          () => say('toast', `Copied: ${text}`),
          () => say('danger', 'Copying failed: select the text and copy it by hand'),
        );
      const save = async (kind: 'svg' | 'png' | 'csv') => {
        const groupPath = groupOf(routeOf(window.location.pathname)) ?? '';
        try {
          const { saveRoadmap } = await import('../roadmap/export-files.ts');
          const failure = await saveRoadmap(kind, store.getState(), {
            groupPath,
            title: `Roadmap · ${groupPath}`,
            log,
          });
          if (failure !== null) store.dispatch(noticeActions.raised(failure));
        } catch (error) {
          log.error('The code of the export could not be loaded', error);
          say('danger', `The roadmap could not be exported as ${kind.toUpperCase()}`);
        }
      };
      const acts: Readonly<Record<ViewAct, () => void>> = {
        'theme:system': () => theme('system'),
        'theme:light': () => theme('light'),
        'theme:dark': () => theme('dark'),
        search: () => document.querySelector<HTMLElement>(SEARCH_FIELDS)?.focus(),
        copyReference: () => copy(referenceInFront(store.getState())),
        copyAddress: () => copy(window.location.href),
        panel: () => door?.toggle(),
        print: () => window.print(),
        'export:svg': () => void save('svg'),
        'export:png': () => void save('png'),
        'export:csv': () => void save('csv'),
      };
      if (run.do === 'view') acts[run.act]();
      else if (run.do === 'press') pressControl(run, store.dispatch);
      else if (run.do === 'dispatch') for (const action of run.actions) store.dispatch(action);
      else if (run.to.startsWith('?')) {
        const params = (query: string) => [...new URLSearchParams(query)];
        const search = new URLSearchParams(queryInTab(params(run.to), params(window.location.search)));
        void navigate({ search: search.toString() }, { replace: true });
      } else void navigate(run.to);
    },
    [door, log, navigate, store, theme],
  );
}

/** Of the item or epic that commands are about (WI-14.4). */
function referenceInFront(state: RootState): string {
  const epic = selectEpic(isEpicOver(state) ? overPage(state) : state);
  return (selectFrontItem(state) ?? epic)?.reference ?? '';
}

/** The page's own search field if it has one, else the header's. */
const SEARCH_FIELDS =
  'main input[type="search"], main [role="search"] input, main [role="combobox"][aria-label^="Filter"], header input[type="search"]';

/** Presses a control as a person would; if something has to open first, after that is drawn. */
function pressControl(
  { name, first }: Extract<Run, { readonly do: 'press' }>,
  dispatch: (action: Action) => void,
): void {
  const control = `[data-command="${CSS.escape(name)}"]`;
  // WI-14.4: what stands over the page comes first.
  const now = () =>
    (
      document.querySelector<HTMLElement>(`[data-front] ${control}`) ?? document.querySelector<HTMLElement>(control)
    )?.click();
  for (const event of first) dispatch(event);
  if (first.length === 0) now();
  else requestAnimationFrame(() => requestAnimationFrame(now));
}
