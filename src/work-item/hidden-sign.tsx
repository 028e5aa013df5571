import type { WorkItemType } from '@espalier/core/work-item';
import { hiddenTooltip, selectIsHidden } from '@espalier/core/work-item/extras';
import { useAppSelector } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './work-item-page.module.css';

/** AP-09.101: on the page of an item whose author is banned, once that is known. */
export function HiddenSign({ id, type }: { readonly id: string; readonly type: WorkItemType }) {
  const isHidden = useAppSelector((state) => selectIsHidden(state, id));
  return isHidden && <Icon name="spam" className={styles.hidden} label="Hidden" tooltip={hiddenTooltip(type)} />;
}
