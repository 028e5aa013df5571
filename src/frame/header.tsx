import { useState } from 'react';
import type { FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  accessActions,
  selectCurrentUser,
  selectSessionKnown,
  selectSessionStatus,
  selectSignedIn,
  selectSignOut,
} from '@espalier/core/access';
import type { Route } from '@espalier/core/frame';
import { groupOf, paths, signInFrom } from '@espalier/core/frame';
import { useOpenCommands } from '../command/place.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton, buttonClass } from '../ui/button.tsx';
import { controlClass } from '../ui/classes.ts';
import { Link } from '../ui/link.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { SkeletonBar, Progress } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import styles from './header.module.css';

/** Nobody needs this before the page is there. */
const loadMenus = () => import('./header-menus.tsx');

export function Header({ route }: { readonly route: Route }) {
  const groupPath = groupOf(route);
  const signedIn = useAppSelector(selectSignedIn);
  // There is nothing yet to go to, to search, or to sign in to.
  const bare = route.page === 'first-run' && !signedIn;
  const { module: menus } = useLazy(loadMenus, true);
  return (
    <header className={styles.header}>
      <Link className={styles.brand} to={paths.home} aria-label="Espalier, home">
        <Logo />
        <span className={styles.name}>Espalier</span>
      </Link>
      <nav className={styles.nav} aria-label="Main">
        {!bare && <NavItem to={paths.home} label="Home" current={route.page === 'home'} />}
        {groupPath !== null && <NavItem to={paths.epics(groupPath)} label="Epics" current={route.page === 'epics'} />}
        {groupPath !== null && (
          <NavItem
            to={paths.issues({ kind: 'group', fullPath: groupPath })}
            label="Issues"
            current={route.page === 'issues'}
          />
        )}
        {groupPath !== null && (
          <NavItem to={paths.roadmap(groupPath)} label="Roadmap" current={route.page === 'roadmap'} />
        )}
      </nav>
      {!bare && !hasOwnSearch(route) && <SearchField groupPath={groupPath} />}
      <div className={styles.end}>
        {!bare && <CommandButton />}
        {menus === null ? <span className={styles.menus} /> : <menus.HeaderMenus />}
        {!bare && <Account />}
      </div>
      {/* The gallery's skeletons are not waiting for anything. */}
      {route.page !== 'gallery' && <Progress />}
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

/** These pages are lists with a search field of their own: a second one would only raise the question which to use. */
const hasOwnSearch = ({ page }: Route): boolean => ['home', 'epics', 'issues', 'roadmap'].includes(page);

/** Searches the epics of the current group, elsewhere groups and projects. */
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

function Account() {
  const dispatch = useAppDispatch();
  const location = useLocation();
  const navigate = useNavigate();
  const known = useAppSelector(selectSessionKnown);
  const status = useAppSelector(selectSessionStatus);
  const user = useAppSelector(selectCurrentUser);
  const { status: leaving, error } = useAppSelector(selectSignOut);

  if (!known) return <SkeletonBar width="2rem" height="2rem" />;
  if (user === null) {
    // RP-02.135
    return status === 'failed' ? null : (
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
          { key: 'profile', label: 'Profile', icon: 'user' },
          { key: 'password', label: 'Password', icon: 'key' },
          { key: 'tokens', label: 'Access tokens', icon: 'token' },
          {
            key: 'sign-out',
            label: leaving === 'sending' ? 'Signing out…' : 'Sign out',
            hint: `@${user.username}`,
            icon: 'leave',
            disabled: leaving === 'sending',
          },
        ]}
        onChoose={(key) =>
          key === 'sign-out' ? dispatch(accessActions.signOutSubmitted()) : void navigate(paths[key])
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

/** A tree trained along a wall: one stem, three tiers, a fruit at each end. The page brings its drawing along (index.html), from icon.svg. */
const Logo = () => (
  <svg width="24" height="24" aria-hidden>
    <use href="#sign" />
  </svg>
);
