import { useEffect, useState } from 'react';
import { selectSession } from '@espalier/core/access';
import { themeIn } from '@espalier/core/frame/preferences';
import { useOpenCommands } from '../command/place.tsx';
import { useDeveloperDoor } from '../developer/use-door.ts';
import { usePorts } from '../ports/context.ts';
import { useAppSelector } from '../store.ts';
import { MenuButton } from '../ui/menu.tsx';
import { type Density, type Theme, density, theme } from './theme.ts';
import { useThemeChoice } from './use-theme-choice.ts';

const THEMES: readonly { readonly key: Theme; readonly label: string; readonly icon: string }[] = [
  { key: 'system', label: 'System', icon: 'monitor' },
  { key: 'light', label: 'Light', icon: 'sun' },
  { key: 'dark', label: 'Dark', icon: 'moon' },
];

const DENSITIES: readonly { readonly key: Density; readonly label: string }[] = [
  { key: 'compact', label: 'Compact rows' },
  { key: 'comfortable', label: 'Comfortable rows' },
];

export const HeaderMenus = () => (
  <>
    <HelpMenu />
    <LookMenu />
  </>
);

/** The keys, and what developers use, signed in or not. */
function HelpMenu() {
  const door = useDeveloperDoor();
  const open = useOpenCommands();
  if (door === null) return null;
  return (
    <MenuButton
      label="Help"
      icon="question-o"
      iconOnly
      look="quiet"
      entries={[
        { key: 'panel', label: 'Developer panel', icon: 'history', keys: door.keys },
        { key: 'explorer', label: 'API explorer', icon: 'code' },
        ...(open === null
          ? []
          : [{ key: 'keys' as const, label: 'Keyboard shortcuts', icon: 'information-o', keys: '?' }]),
      ]}
      onChoose={(key) => {
        if (key === 'keys') open?.('help');
        else if (key === 'panel') door.toggle();
        else window.location.assign('/-/graphql-explorer');
      }}
    />
  );
}

/** The theme, and how much room rows take. */
function LookMenu() {
  const { storage } = usePorts();
  const [shown, setTheme] = useState<Theme>(() => theme.read(storage));
  const [rows, setRows] = useState<Density>(() => density.read(storage));
  const choose = useThemeChoice();
  const session = useAppSelector(selectSession);
  const asked = session.user === null ? null : themeIn(session);
  useEffect(() => theme.on(setTheme), []);
  // AP-09.60
  useEffect(() => {
    if (asked !== null && asked !== theme.read(storage)) theme.choose(asked, storage);
  }, [asked, storage]);
  useEffect(() => density.on(setRows), []);
  return (
    <MenuButton
      label="Theme and rows"
      icon={THEMES.find(({ key }) => key === shown)?.icon ?? 'monitor'}
      iconOnly
      look="quiet"
      entries={[
        ...THEMES.map(({ key, label }) => ({ key: `theme ${key}`, label, checked: key === shown })),
        ...DENSITIES.map(({ key, label }, at) => ({
          key: `rows ${key}`,
          label,
          checked: key === rows,
          separated: at === 0,
        })),
      ]}
      onChoose={(chosen) => {
        for (const { key } of THEMES) if (chosen === `theme ${key}`) choose(key);
        for (const { key } of DENSITIES) if (chosen === `rows ${key}`) density.choose(key, storage);
      }}
    />
  );
}
