import type { Generated } from 'kysely';
import type { Defaulted, Optional } from './columns.ts';

export interface SessionsTable {
  token_hash: string;
  user_id: number;
  csrf_token: string;
  created_at: Defaulted<string>;
  expires_at: string;
  position: Optional<string>;
  id: Generated<number>;
  ip: Optional<string>;
  user_agent: Optional<string>;
}

export interface AccessTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  scope: Defaulted<'read_api' | 'api'>;
  token_hash: string;
  created_at: Defaulted<string>;
  expires_at: Optional<string>;
  last_used_at: Optional<string>;
  revoked: Defaulted<boolean>;
  position: Optional<string>;
}

/** The columns are those of rate-limiter-flexible; keys are hashes. */
export interface SignInAttemptsTable {
  key: string;
  points: Defaulted<number>;
  /** Milliseconds since 1970. */
  expire: Optional<number>;
}

export interface SignInLinksTable {
  token_hash: string;
  user_id: number;
  expires_at: string;
  used_at: Optional<string>;
  clears_password: Defaulted<boolean>;
}

/** Who an account is at a provider of OpenID Connect. */
export interface IdentitiesTable {
  id: Generated<number>;
  user_id: number;
  issuer: string;
  /** The provider's name for the person, which never goes to somebody else. */
  subject: string;
  created_at: Defaulted<string>;
}

/** A sign-in by OpenID Connect that has begun. Its secrets are good for nothing without the browser's cookie. */
export interface OidcFlowsTable {
  state_hash: string;
  browser_hash: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  return_to: string;
  /** Whose account it will be linked to; null: somebody signs in. */
  user_id: Optional<number>;
  expires_at: string;
}

export interface AuthTables {
  sessions: SessionsTable;
  access_tokens: AccessTokensTable;
  sign_in_attempts: SignInAttemptsTable;
  sign_in_links: SignInLinksTable;
  identities: IdentitiesTable;
  oidc_flows: OidcFlowsTable;
}
