import type { ReactNode } from 'react';
import { placeFacts, selectPlaceCounts } from '@espalier/core/group';
import type { Group, Project } from '@espalier/core/group';
import { paths, webPath } from '@espalier/core/frame';
import { useAppSelector } from '../store.ts';
import { Link } from '../ui/link.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './lists.module.css';

const ICONS = { subgroups: 'subgroup', projects: 'project', epics: 'epic', issues: 'issues' } as const;

/** RP-02.270: what the group or the project with this id holds, in columns that line up down the list. Nothing until it is known. */
function PlaceFacts({ id }: { readonly id: string }) {
  const counts = useAppSelector((state) => selectPlaceCounts(state, id));
  if (counts === null) return null;
  return (
    <span className={styles.facts}>
      {placeFacts(counts).map(({ of, total, label }) => (
        <span key={of} className={styles[of]} role="img" aria-label={label} data-tooltip={label}>
          <Icon name={ICONS[of]} /> {total}
        </span>
      ))}
      {counts.lastActivityAt !== null && (
        <TimeAgo className={styles.activity} what="Last activity" at={counts.lastActivityAt} quiet />
      )}
    </span>
  );
}

/** The same in words, for the head of the place's own page. */
export function PlaceLine({ id, className }: { readonly id: string; readonly className?: string | undefined }) {
  const counts = useAppSelector((state) => selectPlaceCounts(state, id));
  const words = counts === null ? [] : placeFacts(counts).map(({ label }) => label);
  return (
    <p className={className}>
      {words.join(' · ')}
      {counts?.lastActivityAt && (
        <>
          {words.length > 0 && ' · '}
          <TimeAgo what="Last activity" at={counts.lastActivityAt} />
        </>
      )}
    </p>
  );
}

interface GroupRowProps {
  readonly group: Group;
  /** Its label in the list: the name, or the full name where the groups above it are not listed. */
  readonly label: string;
  readonly to: string;
  readonly depth?: number;
  /** In the room before the icon. */
  readonly fold?: ReactNode;
}

/** AP-09.70: the picture of a group or project, or the sign of its kind. */
function PlaceSign({ place: { name, avatarUrl }, icon }: { readonly place: Group | Project; readonly icon: string }) {
  return avatarUrl ? <Avatar name={name} src={webPath(avatarUrl)} /> : <Icon name={icon} className={styles.kind} />;
}

/** A group in one line: what it is called, what it is about, what it holds. */
export function GroupRow({ group, label, to, depth = 0, fold }: GroupRowProps) {
  return (
    <li className={styles.row} style={depth === 0 ? undefined : { paddingInlineStart: `${depth * 1.25}rem` }}>
      {fold}
      <PlaceSign place={group} icon={group.fullPath.includes('/') ? 'subgroup' : 'group'} />
      <Link className={styles.link} to={to} dir="auto" data-tooltip="">
        {label}
      </Link>
      {group.description && <span className={styles.about}>{group.description}</span>}
      <PlaceFacts id={group.id} />
    </li>
  );
}

/** `Kubernetes / SIG Node / `: what stands before the project's own name. */
const above = ({ name, nameWithNamespace }: Project): string =>
  nameWithNamespace.endsWith(name) ? nameWithNamespace.slice(0, -name.length) : '';

/** Projects, each with the way to its issues. */
export function ProjectList({ projects }: { readonly projects: readonly Project[] }) {
  if (projects.length === 0) return <p className={styles.nothing}>No projects</p>;
  return (
    <ul className={styles.list}>
      {projects.map((project) => (
        <li key={project.id} className={styles.row}>
          <PlaceSign place={project} icon="project" />
          <Link className={styles.link} to={paths.issues({ kind: 'project', fullPath: project.fullPath })}>
            <span className={styles.above}>{above(project)}</span>
            <span>{project.name}</span>
          </Link>
          <PlaceFacts id={project.id} />
        </li>
      ))}
    </ul>
  );
}
