import type { WorkItemType } from '@espalier/core/work-item';
import { hiddenTooltip } from '@espalier/core/work-item';
import { selectIsHidden } from '@espalier/core/work-item/extras';
import { useAppSelector } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './hidden-sign.module.css';

/** AP-09.101: the sign of an item whose author is banned. */
export const HiddenIcon = ({ type }: { readonly type: WorkItemType }) => (
  <Icon name="spam" className={styles.icon} label="Hidden" tooltip={hiddenTooltip(type)} />
);

/** The same on the item's page, once it is known. */
export function HiddenSign({ id, type }: { readonly id: string; readonly type: WorkItemType }) {
  return useAppSelector((state) => selectIsHidden(state, id)) && <HiddenIcon type={type} />;
}
