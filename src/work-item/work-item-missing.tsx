import { WORK_ITEM_TEXTS } from '@espalier/core/work-item';
import { Missing } from '../frame/missing.tsx';

/** WI-01.1: what does not exist and what one may not see look the same. */
export const MissingWorkItem = () => <Missing title={WORK_ITEM_TEXTS.missingTitle} text={WORK_ITEM_TEXTS.missing} />;
