import { isPillBackground, splitScopedLabel } from '@espalier/core/work-item';
import type { Label } from '@espalier/core/work-item';
import { readableOn } from '../ui/contrast.ts';
import { LabelPill } from '../ui/label-pill.tsx';

export interface ItemLabelProps {
  readonly label: Pick<Label, 'title' | 'color' | 'textColor' | 'description'> & {
    readonly scoped?: { readonly scope: string; readonly value: string } | null;
  };
  readonly href?: string;
  readonly tabIndex?: number;
  readonly plain?: boolean;
  readonly quiet?: boolean;
}

/** A label of a work item as a pill (BD-11). Where the caller did not say whether scopes count, they do. */
export function ItemLabel({ label, href, tabIndex, plain, quiet }: ItemLabelProps) {
  const background = isPillBackground(label.color) ? label.color : null;
  return (
    <LabelPill
      title={label.title}
      scoped={label.scoped === undefined ? splitScopedLabel(label.title) : label.scoped}
      background={background}
      color={background === null ? label.textColor : readableOn(background, label.textColor)}
      description={label.description}
      href={href}
      tabIndex={tabIndex}
      plain={plain}
      quiet={quiet}
    />
  );
}
