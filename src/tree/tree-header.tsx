import { Fragment } from 'react';
import type { TreeHeader as Header } from '@espalier/core';
import { treeActions } from '@espalier/core/tree';
import { abbreviatedCount } from '@espalier/core/work-item';
import { useAppDispatch } from '../store.ts';
import { Badge } from '../ui/label-pill.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { Switch } from '../ui/button.tsx';
import { COUNT_ICONS } from '../work-item/item-facts.tsx';
import styles from './tree-header.module.css';

/** TR-02: what the tree holds: counts, weights, health; from a thousand on short, with the whole numbers on pointing at them (BD-08.2). */
export function TreeHeader({ titleId, header }: { readonly titleId: string; readonly header: Header }) {
  const { title, countLines, countsNotice, weight, health, confidential } = header;
  const countsText = [...countLines.map(({ label, text }) => `${label}: ${text}`), countsNotice].join('\n');
  const weightText = weight === null ? '' : `${weight.label}: ${weight.text}`;
  return (
    <div className={styles.header}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      {countLines.length > 0 && (
        <span className={styles.fact} role="img" aria-label={countsText} data-tooltip={countsText} tabIndex={0}>
          {countLines.map(({ label, total }) => (
            <Fragment key={label}>
              <Icon name={COUNT_ICONS[label] ?? 'issues'} /> {abbreviatedCount(total)}
            </Fragment>
          ))}
        </span>
      )}
      {weight !== null && (
        <span className={styles.fact} role="img" aria-label={weightText} data-tooltip={weightText} tabIndex={0}>
          <Icon name="weight" /> {abbreviatedCount(weight.total)}
        </span>
      )}
      {health.map(({ variant, label, count }) => (
        <Badge key={label} tone={variant}>
          {abbreviatedCount(count)} {label.toLowerCase()}
        </Badge>
      ))}
      {confidential !== null && <p className={styles.notice}>{confidential.notice}</p>}
    </div>
  );
}

/** TR-04 and TR-17: the labels toggle and the Add menu. */
export function TreeTools({ header: { labelsShown, canToggleLabels, addMenu } }: { readonly header: Header }) {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.tools}>
      {canToggleLabels && (
        <Switch checked={labelsShown} onChange={() => dispatch(treeActions.labelsToggled())}>
          Show labels
        </Switch>
      )}
      {addMenu.length > 0 && (
        <MenuButton
          label="Add"
          size="small"
          entries={addMenu.map(({ label }) => ({ key: label, label }))}
          onChoose={(chosen) => {
            const entry = addMenu.find(({ label }) => label === chosen);
            if (entry) dispatch(treeActions.formOpened({ form: entry.form, childType: entry.childType }));
          }}
        />
      )}
    </div>
  );
}
