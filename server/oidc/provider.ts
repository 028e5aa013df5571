import * as client from 'openid-client';
import type { OidcSettings } from '../config.ts';
import { OidcRefusal } from './refusal.ts';

/** Who somebody is at the provider. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly name: string;
  readonly username: string;
  readonly groups: readonly string[];
}

/** What is kept of a request until its answer. */
export interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  /** Asks the provider about itself, if it has not answered yet. @throws OidcRefusal */
  discover(): Promise<unknown>;
  /** Where a browser goes to sign in. @throws OidcRefusal */
  address(expected: Expected): Promise<string>;
  /** Who came back with this address. @throws OidcRefusal */
  personOf(cameBack: URL, expected: Expected): Promise<Person>;
}

/** Seconds until a provider counts as away. */
const PATIENCE = 10;

/** AP-09.81: the provider is asked about itself when it is first needed, and again as long as it has not answered. */
export function openProvider(settings: OidcSettings, returnsTo: string): Provider {
  const issuer = new URL(settings.issuer);
  let known: Promise<client.Configuration> | undefined;

  function discover(): Promise<client.Configuration> {
    known ??= client
      .discovery(issuer, settings.clientId, settings.clientSecret, authentication(settings.clientSecret), {
        timeout: PATIENCE,
        execute: [
          // Without it the signature of a token is left to TLS.
          client.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        known = undefined;
        throw new OidcRefusal('away', error);
      });
    return known;
  }

  return {
    discover,
    async address({ state, nonce, verifier }) {
      const configuration = await discover();
      const code_challenge = await client.calculatePKCECodeChallenge(verifier);
      const asked = { redirect_uri: returnsTo, scope: settings.scopes, state, nonce };
      return client.buildAuthorizationUrl(configuration, { ...asked, code_challenge, code_challenge_method: 'S256' })
        .href;
    },
    async personOf(cameBack, { state, nonce, verifier }) {
      const configuration = await discover();
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
        const tokens = await client.authorizationCodeGrant(configuration, cameBack, checks);
        const claims = tokens.claims();
        if (claims === undefined) throw new OidcRefusal('untrusted');
        const lacks = (name: string): boolean => claims[name] === undefined;
        // AP-09.120: many providers tell the address, or the groups, only when they are asked for it.
        const asks = lacks('email') || (settings.groups.length > 0 && lacks('groups'));
        const more: Claims =
          asks && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {};
        // Whether an address is verified is told by who tells the address.
        const { email, email_verified } = lacks('email') ? more : claims;
        return personIn({ ...more, ...claims, email, email_verified });
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

/** The way that the provider knows: by its header, as the standard has it, or in the body. */
function authentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (ways.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

type Claims = Readonly<Record<string, unknown>>;

function personIn(claims: Claims & Pick<client.IDToken, 'iss' | 'sub'>): Person {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const { email_verified: verified, groups } = claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text('email') || null,
    isVerified: verified === true || verified === 'true',
    name: text('name') || [text('given_name'), text('family_name')].join(' ').trim(),
    username: text('preferred_username') || text('nickname'),
    groups: [groups].flat().filter((group): group is string => typeof group === 'string'),
  };
}

/** What came back says no, is not to be trusted, or did not come. */
function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof OidcRefusal) return error;
  if (error instanceof client.AuthorizationResponseError)
    return error.error === 'access_denied' ? new OidcRefusal('denied') : new OidcRefusal('answered', error);
  if (error instanceof client.ResponseBodyError) return new OidcRefusal('answered', error);
  return new OidcRefusal(isAway(error) ? 'away' : 'untrusted', error);
}

const AWAY: ReadonlySet<unknown> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** It did not answer, or with a status that is none of the protocol's. */
function isAway(error: unknown): boolean {
  const { code, message, cause } = error as Error & { readonly code?: unknown };
  // How fetch says that there is no connection; the library passes it on, or names it as the cause.
  return AWAY.has(code) || message === 'fetch failed' || (typeof cause === 'object' && cause !== null && isAway(cause));
}
