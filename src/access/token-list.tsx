import { selectRevoking, selectTokens, tokenActions, type Token } from '@espalier/core/access/tokens';
import { formatDay } from '@espalier/core/calendar';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Badge } from '../ui/label-pill.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TimeAgo } from '../ui/time.tsx';
import styles from './tokens-page.module.css';

export function TokenList({ tokens }: { readonly tokens: readonly Token[] }) {
  const { revocation } = useAppSelector(selectTokens);
  const asked = tokens.find(({ id }) => id === revocation.id);
  return (
    <>
      <ul className={styles.list}>
        {tokens.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      {asked !== undefined && <Revocation token={asked} />}
    </>
  );
}

function Row({ token: { id, name, scopes, active, createdAt, lastUsedAt, expiresAt } }: { readonly token: Token }) {
  const dispatch = useAppDispatch();
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.line}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {!active && <Badge tone="warning">Expired</Badge>}
        </p>
        <p className={styles.facts}>
          {createdAt !== null && <TimeAgo at={createdAt} what="Created" />}
          {lastUsedAt === null ? <span>Never used</span> : <TimeAgo at={lastUsedAt} what="Last used" />}
          {expiresAt === null ? (
            <span>Never expires</span>
          ) : (
            <span>
              {active ? 'Expires' : 'Expired'} <time dateTime={expiresAt}>{formatDay(expiresAt)}</time>
            </span>
          )}
        </p>
      </div>
      <Button size="small" aria-label={`Revoke ${name}`} onClick={() => dispatch(tokenActions.revocationAsked({ id }))}>
        Revoke
      </Button>
    </li>
  );
}

function Revocation({ token: { name } }: { readonly token: Token }) {
  const dispatch = useAppDispatch();
  const { error } = useAppSelector(selectTokens).revocation;
  const sending = useAppSelector(selectRevoking);
  const cancel = () => dispatch(tokenActions.revocationCancelled());
  return (
    <Dialog
      title="Revoke token"
      kind="alertdialog"
      busy={sending}
      onClose={cancel}
      actions={
        <>
          <Button autoFocus disabled={sending} onClick={cancel}>
            Cancel
          </Button>
          <Button look="danger" loading={sending} onClick={() => dispatch(tokenActions.revocationConfirmed())}>
            Revoke token
          </Button>
        </>
      }
    >
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <p>
        Whatever uses <strong dir="auto">{name}</strong> is refused from now on. This cannot be undone.
      </p>
    </Dialog>
  );
}
