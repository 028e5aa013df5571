import { useId } from 'react';
import type { Filters, FilterToken } from '@espalier/core/filter';
import { emojiLook, withoutToken } from '@espalier/core/filter';
import { SEARCH_TEXTS } from '@espalier/core/work-item';
import { roadmapActions, selectRecentSearches } from '@espalier/core/roadmap';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { EmojiToken } from '../ui/emoji-token.tsx';
import { optionId, OptionList } from '../ui/option-list.tsx';
import { MenuButton } from '../ui/menu.tsx';
import type { Token } from '../ui/token-list.tsx';
import { TokenList } from '../ui/token-list.tsx';
import { draftText, filtersText, tokenText } from './filter-options.ts';
import { isFilled, useFilterDraft } from './use-filter-draft.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** RM-03: tokens in three steps (name, operator, value) and free text, by keyboard or pointer. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const recent = useAppSelector(selectRecentSearches);
  const field = useFilterDraft(filters, onChange);
  const { input, text, draft, options, found, failed, shown, active, change } = field;

  const searchToken = filters.search === '' ? [] : [{ key: 'search', text: `“${filters.search}”` }];
  const remove = (index: number) =>
    change(index < filters.tokens.length ? withoutToken(filters, index) : { ...filters, search: '' });
  return (
    <div className={styles.bar} role="search" aria-label="Filter epics">
      <MenuButton
        label="Recent searches"
        icon="history"
        iconOnly
        nothing={SEARCH_TEXTS.noRecent}
        entries={[
          ...recent.map((search, index) => ({ key: String(index), label: filtersText(search) })),
          ...(recent.length === 0 ? [] : [{ key: 'clear', label: 'Clear recent searches', separated: true }]),
        ]}
        onChoose={(key) => {
          const chosen = recent[Number(key)];
          if (chosen === undefined) dispatch(roadmapActions.recentCleared());
          else change(chosen);
        }}
      />
      <div
        className={styles.anchor}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) field.leave();
        }}
      >
        <div
          className={styles.box}
          onMouseDown={(event) => {
            if (event.target !== event.currentTarget) return;
            event.preventDefault();
            input.current?.focus();
          }}
        >
          <TokenList label="Filters" tokens={[...filters.tokens.map(tokenOf), ...searchToken]} onRemove={remove} />
          {draft !== null && (
            <span className={styles.draft} id={`${id}-draft`}>
              {draftText(draft)}
            </span>
          )}
          <input
            ref={input}
            className={styles.input}
            type="text"
            role="combobox"
            aria-label="Filter epics"
            aria-describedby={draft === null ? undefined : `${id}-draft`}
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={shown ? `${id}-list` : undefined}
            aria-activedescendant={shown && active >= 0 ? optionId(`${id}-list`, active) : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={draft === null && !isFilled(filters) ? 'Search or filter epics' : undefined}
            value={text}
            onChange={({ target }) => field.type(target.value)}
            onClick={field.open}
            onFocus={field.open}
            onKeyDown={field.press}
          />
          {(isFilled(filters) || draft !== null) && (
            <IconButton icon="close" label="Clear filters" size="small" onClick={field.clear} />
          )}
        </div>
        {shown && (
          <OptionList
            className={styles.options}
            id={`${id}-list`}
            label={draft === null ? 'Filters' : draftText(draft)}
            options={options}
            active={active}
            onPick={(option) => field.pick(option.pick)}
            nothing={failed ?? SEARCH_TEXTS[found?.status === 'loading' ? 'searching' : 'noMatches']}
          >
            {({ title, detail, color }) => (
              <>
                {color !== null && <span className={styles.swatch} style={{ background: color }} />}
                <span dir="auto">{title}</span>
                {detail !== null && <span className={styles.detail}>{detail}</span>}
              </>
            )}
          </OptionList>
        )}
      </div>
    </div>
  );
}

/** RL-08.4: of a reaction the token has its sign. */
function tokenOf(token: FilterToken): Token {
  const { key, value } = token;
  const shown = { key: JSON.stringify(token), text: tokenText(token) };
  if (key !== 'reaction') return shown;
  const view = (
    <>
      {draftText(token)} <EmojiToken name={value} emoji={emojiLook(value)} />
    </>
  );
  return { ...shown, view };
}
