import type { NewPlace, PlaceId } from '../command/place-store.ts';

/** Names and paths of groups and projects, in GitLab's words (AP-05.102). */

/** What the first part of an address means to GitLab's clients or to this server. */
const TOP: ReadonlySet<string> = new Set(
  (
    '- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets cable dashboard deploy.html explore ' +
    'favicon.ico favicon.png files groups health_check help import jwt login oauth profile projects public robots.txt s search ' +
    'sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets unsubscribes uploads users v2'
  ).split(' '),
);
/** What follows the path of a project. */
const WITHIN: ReadonlySet<string> = new Set(
  '- badges blame blob builds commits create create_dir edit files find_file new preview raw refs tree update wikis'.split(
    ' ',
  ),
);

const MAX = 255;
const DESCRIPTION_MAX = { group: 255, project: 2000 };

const NAMES = {
  group: {
    form: /^[\p{L}\p{N}\p{Extended_Pictographic}_][\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Component}_.() -]*$/u,
    text: "can contain only letters, digits, emoji, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'.",
  },
  project: {
    form: /^[\p{L}\p{N}\p{Extended_Pictographic}_][\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Component}_.+ -]*$/u,
    text: "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'.",
  },
};
const PATHS = {
  group: {
    form: /^(?!.*\.(?:git|atom)$)[\w.][\w.-]*(?<!\.)$/i,
    text: "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
  },
  project: {
    form: /^(?!\.{1,2}$|.*\.(?:git|atom)$)[\w.][\w.-]*$/i,
    text: "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'",
  },
};

const isLonger = (text: string, than: number): boolean => [...text].length > than;
const tooLong = (most: number): string => `is too long (maximum is ${most} characters)`;

/** All that is wrong with what is given, each beginning with its attribute. */
export function placeFaults(
  kind: PlaceId['kind'],
  { name, path, description }: Partial<NewPlace>,
  isTop: boolean,
): string[] {
  const faults: string[] = [];
  const say = (attribute: string, text: string): void => void faults.push(`${attribute} ${text}`);
  if (name === '') say('name', "can't be blank");
  else if (name !== undefined && isLonger(name, MAX)) say('name', tooLong(MAX));
  else if (name !== undefined && !NAMES[kind].form.test(name)) say('name', NAMES[kind].text);
  if (path === '') say('path', "can't be blank");
  else if (path !== undefined && isLonger(path, MAX)) say('path', tooLong(MAX));
  else if (path !== undefined && !PATHS[kind].form.test(path)) say('path', PATHS[kind].text);
  else if (path !== undefined && (isTop ? TOP : WITHIN).has(path.toLowerCase())) say('path', 'is a reserved name');
  const most = DESCRIPTION_MAX[kind];
  if (typeof description === 'string' && isLonger(description, most)) say('description', tooLong(most));
  return faults;
}
