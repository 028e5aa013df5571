import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { selectSession, selectSessionKnown } from '@espalier/core/access';
import type { RoadmapView } from '@espalier/core/roadmap';
import {
  roadmapActions,
  roadmapConfig,
  roadmapData,
  roadmapDefaults,
  roadmapSaga,
  roadmapViewFromUrl,
  roadmapViewToUrl,
  selectRoadmapView,
} from '@espalier/core/roadmap';
import { useWatch, useAppDispatch, useAppSelector, useAppStore } from '../store.ts';
import { useLeftPlace } from './use-place.ts';
import { queryInTab } from '@espalier/core/frame';

/** The group whose epics are shown, or the epic whose children are. */
export interface RoadmapPlace {
  readonly groupPath: string;
  readonly epicIid: string | null;
}

const addressOf = (view: RoadmapView): string => new URLSearchParams(roadmapViewToUrl(view)).toString();

/** RM-01: the data of the page's roadmap element. The tab of an epic has none. */
const pageData = (groupPath: string, epicIid: string | null): Readonly<Record<string, string | undefined>> =>
  epicIid === null ? roadmapData(document.getElementById('js-roadmap')?.dataset ?? {}, groupPath) : {};

/** Opens the roadmap as the address says and closes it with the page (RM-01, RM-02). Returns a function that changes the view and replaces the address. */
export function useRoadmap({ groupPath, epicIid }: RoadmapPlace): (view: RoadmapView) => void {
  const watch = useWatch();
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const data = useMemo(() => pageData(groupPath, epicIid), [epicIid, groupPath]);
  const asked = useMemo(() => roadmapViewFromUrl(new URLSearchParams(query), roadmapDefaults(data)), [data, query]);
  const known = useAppSelector(selectSessionKnown);

  const left = useLeftPlace();
  const latest = useRef(asked);
  useEffect(() => {
    latest.current = asked;
  }, [asked]);

  useEffect(() => {
    if (!known) return;
    watch('roadmap', roadmapSaga);
    // The right to create epics is known later than the first epics: the button waits, the roadmap does not.
    const page = { canCreateEpic: 'true', ...data, ...(epicIid === null ? {} : { epicIid }) };
    const config = roadmapConfig(page, groupPath, selectSession(store.getState()));
    const expanded = left?.expanded ?? [];
    dispatch(roadmapActions.roadmapOpened({ config, view: latest.current, ...(expanded.length > 0 && { expanded }) }));
    return () => void dispatch(roadmapActions.roadmapClosed());
  }, [watch, data, dispatch, epicIid, groupPath, known, left, store]);

  // Back, forward, and links to another view of the same roadmap.
  useEffect(() => {
    if (known && addressOf(asked) !== addressOf(selectRoadmapView(store.getState()))) {
      dispatch(roadmapActions.viewChanged({ view: asked }));
    }
  }, [asked, dispatch, known, store]);

  return useCallback(
    (view) => {
      dispatch(roadmapActions.viewChanged({ view }));
      setParams((before) => new URLSearchParams(queryInTab(roadmapViewToUrl(view), [...before])), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [dispatch, setParams],
  );
}
