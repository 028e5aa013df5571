import { useLocation, useNavigate } from 'react-router-dom';
import type { Route } from '@espalier/core/frame';
import { overIn, withOver } from '@espalier/core/frame';
import { useIdlePage } from '../ports/idle.ts';
import { PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';

const loadOver = () => import('../work-item/item-over.tsx');

/** Where items and epics are shown over the page. Their code loads when the browser is idle, or at once where the address asks for it; until then links lead to pages. */
export function OverPlace({ route }: { readonly route: Route }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = overIn(search, route);
  const { module, failed, retry } = useLazy(loadOver, useIdlePage() || asked !== null);
  const close = () => void navigate({ pathname, search: withOver(search, null) }, { replace: true });
  if (failed && asked !== null)
    return <PopupFailure what={'by' in asked ? 'The item' : 'The epic'} onRetry={retry} onClose={close} />;
  return module && <module.ItemOver asked={asked} />;
}
