/** Why nobody is signed in, or no account linked: the status of the page, and what it says. `{label}`: the provider's name. */
const REFUSALS = {
  state: [400, 'This sign-in was used before, took too long, or was begun in another browser. Sign in again.'],
  denied: [403, '{label} says that access was denied. Sign in again and allow it there, or use your password.'],
  answered: [502, '{label} did not sign you in. Sign in again; if it stays so, tell an administrator.'],
  away: [503, '{label} does not answer. Try again in a moment, or sign in with your password.'],
  untrusted: [502, 'What {label} answered cannot be trusted, so nobody was signed in. Tell an administrator.'],
  notAllowed: [403, 'Your account at {label} is not among those that may sign in here. Ask an administrator.'],
  // Of an account that is shut out no more is told than of none, as with a password.
  noAccount: [
    403,
    'There is no account that you can sign in to by {label}. If you have a password here, sign in with it and link {label} on your profile; otherwise ask an administrator.',
  ],
  unverified: [
    403,
    '{label} has not verified your email address, so it cannot say which account is yours. Verify it there, or sign in with your password and link {label} on your profile.',
  ],
  otherIdentity: [
    403,
    'The account with your email address is linked to somebody else at {label}. Sign in with your password and unlink it on your profile, or ask an administrator.',
  ],
  ambiguous: [
    403,
    'Several accounts here have your email address. Sign in with the password of yours and link {label} on your profile.',
  ],
  firstRun: [403, 'This server is not set up yet. Set it up first, then sign in.'],
  tooMany: [429, 'Too many attempts. Try again later.'],
  taken: [409, 'This account at {label} is linked to another account here. Unlink it there first.'],
  linkedAlready: [409, 'Your account is linked to another one at {label}. Unlink that first.'],
  otherPerson: [
    403,
    'You are no longer signed in as who wanted to link {label}. Sign in, and link it on your profile.',
  ],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type Reason = keyof typeof REFUSALS;

/** A refusal whose text is for the person. */
export class OidcRefusal extends Error {
  override name = 'OidcRefusal';
  readonly reason: Reason;

  /** @param cause what whoever runs the server should know of it */
  constructor(reason: Reason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }

  get status(): number {
    return REFUSALS[this.reason][0];
  }

  text(label: string): string {
    return REFUSALS[this.reason][1].replaceAll('{label}', () => label);
  }
}
