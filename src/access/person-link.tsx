import { Link } from 'react-router-dom';
import { selectSignedIn } from '@espalier/core/access';
import { useAppSelector } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import layout from '../ui/detail-page.module.css';
import { webPath } from '../ui/web-path.ts';

interface PersonLinkProps {
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  /** With or without a host. */
  readonly url: string;
}

/** A person by picture and name, leading to the person's page, which is for those who are signed in. */
export function PersonLink({ name, username, avatarUrl, url }: PersonLinkProps) {
  const signedIn = useAppSelector(selectSignedIn);
  const content = (
    <>
      <Avatar name={name} src={avatarUrl} />
      {name}
    </>
  );
  if (!signedIn) {
    return (
      <span className={layout.person} data-tooltip={`@${username}`}>
        {content}
      </span>
    );
  }
  return (
    <Link className={layout.person} to={webPath(url)} data-tooltip={`@${username}`}>
      {content}
    </Link>
  );
}
