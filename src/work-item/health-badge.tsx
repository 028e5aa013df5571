import type { HEALTH } from '@espalier/core/work-item';
import { Badge } from '../ui/badge.tsx';

/** How an item fares, in words and colour (RL-06.1). */
export function HealthBadge({ health: { label, variant } }: { readonly health: (typeof HEALTH)[keyof typeof HEALTH] }) {
  return <Badge tone={variant}>{label}</Badge>;
}
