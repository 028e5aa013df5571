import { send, type Answer } from './testing/asking.ts';
import { leaks, newest } from './testing/judge.ts';
import { type Place, type Who, word } from './testing/people.ts';
import { type Foreign, NOTHING, SWAPS } from './testing/swaps.ts';
import { type MatrixWorld, openMatrix } from './testing/world.ts';

let world: MatrixWorld;
beforeAll(async () => {
  world = await openMatrix();
}, 60_000);
afterAll(() => world.close());

function of(place: Place, kind: 'plain' | 'secret', who: Who): Foreign {
  const { epics, issues, links, kinship, ...ground } = world.grounds[place];
  return {
    ...ground,
    epic: epics[kind],
    issue: issues[kind === 'plain' ? 'plain' : 'hidden'],
    link: links[kind === 'plain' ? 'plain' : 'below'],
    relation: kinship.epic[kind],
    note: world.notes.get(`${epics[kind].id} admin`) ?? 0,
    todo: world.todos[who === 'developer' ? 'owner' : 'developer'],
    titles: { label: word(place, 'label'), milestone: word(place, 'milestone') },
  };
}

/** Of what belongs to the same place only the items are foreign to a guest. */
const onlyItems = ({ epic, issue, link, relation, note }: Foreign): Foreign => ({
  ...NOTHING,
  epic,
  issue,
  link,
  relation,
  note,
});

/** Who may do what here, holding what from where they may see nothing. */
const HOLDINGS: readonly (readonly [Who, string, () => Foreign])[] = [
  ['owner', 'of a private group', () => of('vault', 'plain', 'owner')],
  ['reporter', 'of a private group', () => of('vault', 'plain', 'reporter')],
  ['guest', 'of a private group', () => of('vault', 'plain', 'guest')],
  ['stranger', 'of a private group', () => of('closed', 'plain', 'stranger')],
  ['anonymous', 'of an internal group', () => of('inner', 'plain', 'anonymous')],
  ['guest', 'that is confidential', () => onlyItems(of('open', 'secret', 'guest'))],
];

/** Global ids, addresses and references. */
const NAMES = /gid:\/\/gitlab\/[\w:]+\/\d+|http[\w:/-]+\/\d+|[\w/]+[&#]\d+/g;
/** A project and a number in it, which an answer repeats as a reference. */
const IN_PROJECT = /"projectPath":"(.*?)","issueIid":"(\d+)"/g;

/** The answer without what only this question was asked with: a refusal may repeat that. */
function shown({ status, text, asked }: Answer, other: Answer): string {
  const numbers = [...asked.matchAll(/_id":(\d+)/g)].map(([, id = '']) => `gid://gitlab/WorkItem/${id}`);
  const references = [...asked.matchAll(IN_PROJECT)].map(([, project, iid]) => `${project}#${iid}`);
  const own = [...new Set([...(asked.match(NAMES) ?? []), ...numbers, ...references])].filter(
    (name) => !other.asked.includes(name),
  );
  return own.reduce((shorter, name) => shorter.replaceAll(name, '*'), `${status} ${text}`);
}

test.each(Object.entries(SWAPS))(
  'EP-18.62 %s, from where one may see nothing, is as absent as what does not exist',
  async (_name, ask) => {
    const seeded = await newest(world);
    const faults: string[] = [];
    for (const [who, what, held] of HOLDINGS) {
      const foreign = held();
      const put = async (which: Foreign) => {
        const answer = await send(world.server, ask(world.grounds.open, which), world.tokens[who]);
        if ((await newest(world)) !== seeded)
          faults.push(`${who} ${what}: something changed: ${answer.text.slice(0, 300)}`);
        await world.undo();
        return answer;
      };
      const [answer, nothing] = [await put(foreign), await put(NOTHING)];
      const [seen, missing] = [shown(answer, nothing), shown(nothing, answer)];
      if (seen !== missing) faults.push(`${who} ${what}: ${seen.slice(0, 400)} / ${missing.slice(0, 400)}`);
      faults.push(...leaks(who, answer).map((found) => `${who} ${what} is told ${found}`));
    }
    expect(faults).toEqual([]);
  },
);
