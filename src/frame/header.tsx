import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { accessActions, selectCurrentUser, selectSessionStatus, selectSignOut } from '@espalier/core/access';
import { useOpenCommands } from '../command/opening.ts';
import { useDeveloperDoor } from '../developer/door-context.ts';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton, buttonClass } from '../ui/button.tsx';
import { controlClass } from '../ui/field.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import type { Route } from './route.ts';
import { groupOf, paths, signInFrom } from './route.ts';
import type { Theme } from './theme.ts';
import { THEMES, chooseTheme, onTheme, readTheme } from './theme.ts';

export function Header({ route }: { readonly route: Route }) {
  const groupPath = groupOf(route);
  return (
    <header className={styles.header}>
      <Link className={styles.brand} to={paths.home} aria-label="Espalier, home">
        <Logo />
        <span className={styles.name}>Espalier</span>
      </Link>
      <nav className={styles.nav} aria-label="Main">
        <NavItem to={paths.home} label="Home" current={route.page === 'home'} />
        {groupPath !== null && <NavItem to={paths.epics(groupPath)} label="Epics" current={route.page === 'epics'} />}
        {groupPath !== null && (
          <NavItem to={paths.roadmap(groupPath)} label="Roadmap" current={route.page === 'roadmap'} />
        )}
      </nav>
      {!hasOwnSearch(route) && <SearchField groupPath={groupPath} />}
      <div className={styles.end}>
        <CommandButton />
        <HelpMenu />
        <ThemeMenu />
        <Account />
      </div>
    </header>
  );
}

function NavItem({ to, label, current }: { readonly to: string; readonly label: string; readonly current: boolean }) {
  return (
    <Link className={styles.item} to={to} aria-current={current ? 'page' : undefined}>
      {label}
    </Link>
  );
}

/** These pages are lists with a search field: a second field for the same words would only ask which of them to use. */
const hasOwnSearch = ({ page }: Route): boolean => ['home', 'epics', 'issues', 'roadmap'].includes(page);

/** Searches the epics of the group one is in, elsewhere the groups and projects. */
function SearchField({ groupPath }: { readonly groupPath: string | null }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');

  const label = groupPath === null ? 'Search groups and projects' : 'Search epics of this group';
  const search = (event: FormEvent) => {
    event.preventDefault();
    const query = text.trim() === '' ? '' : `?${new URLSearchParams({ search: text.trim() })}`;
    void navigate((groupPath === null ? paths.home : paths.epics(groupPath)) + query);
  };
  return (
    <form className={styles.search} role="search" onSubmit={search}>
      <input
        className={controlClass}
        type="search"
        name="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}

/** The palette, by mouse and by touch. */
function CommandButton() {
  const open = useOpenCommands();
  if (open === null) return null;
  return (
    <IconButton
      look="quiet"
      icon="search"
      label="Search or go to…"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => open('palette')}
    />
  );
}

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

function ThemeMenu() {
  const { storage } = usePorts();
  const [theme, setTheme] = useState<Theme>(() => readTheme(storage));
  useEffect(() => onTheme(setTheme), []);
  return (
    <MenuButton
      label="Theme"
      icon={THEMES.find(({ key }) => key === theme)?.icon ?? 'monitor'}
      iconOnly
      look="quiet"
      entries={THEMES.map(({ key, label }) => ({ key, label, checked: key === theme }))}
      onChoose={(chosen) => chooseTheme(chosen, storage)}
    />
  );
}

function Account() {
  const dispatch = useAppDispatch();
  const location = useLocation();
  const navigate = useNavigate();
  const status = useAppSelector(selectSessionStatus);
  const user = useAppSelector(selectCurrentUser);
  const { status: leaving, error } = useAppSelector(selectSignOut);

  if (status === 'idle' || status === 'loading') return <SkeletonBar width="2rem" height="2rem" />;
  if (user === null) {
    return (
      <Link className={buttonClass('plain')} to={signInFrom(location)}>
        Sign in
      </Link>
    );
  }
  return (
    <div className={styles.account}>
      <Avatar name={user.name} src={user.avatarUrl} large />
      <MenuButton
        label={user.name}
        className={styles.user}
        look="quiet"
        entries={[
          { key: 'password', label: 'Password', icon: 'key' },
          {
            key: 'sign-out',
            label: leaving === 'sending' ? 'Signing out…' : 'Sign out',
            hint: `@${user.username}`,
            icon: 'leave',
            disabled: leaving === 'sending',
          },
        ]}
        onChoose={(key) =>
          key === 'password' ? void navigate(paths.password) : dispatch(accessActions.signOutSubmitted())
        }
      />
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
