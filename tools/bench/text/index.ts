import MarkdownIt from 'markdown-it';
import { rendered } from '../../../server/text/markdown.ts';
import { renderTexts } from '../../../server/text/references.ts';
import { contest, milliseconds, report } from '../measure.ts';

/** A paragraph, a list, a checklist, code and a table, as descriptions have them: about 500 characters. */
const plain = (at: number): string =>
  [
    `## Part ${at}`,
    `Some words of a *plan*, with **weight**, a [link](/x/${at}) and https://example.org/${at}.`,
    `- one thing\n- [ ] a task of part ${at}\n- [x] a task that is done`,
    '```\nconst answer = 42;\n```',
    `| what | when |\n| --- | --- |\n| tiles ${at} | spring |\n| grout | summer |`,
    `> Somebody said that this was so, and somebody else that it was not: \`${at}\`.`,
  ].join('\n\n');
const referring = (at: number): string => `${plain(at)}\n\nSee #${at + 1}, &${at + 1}+, @ada and ~bug.`;

const SIZES = { '1 kB': 1_000, '10 kB': 10_000, '100 kB': 100_000 } as const;
const PLACE = { groupPath: 'acme', projectPath: 'acme/web' };
/** Everything is found, and nobody is asked: what the database takes is in the figures of the server. */
const FOUND = {
  origin: 'https://plan.example',
  find: (wanted: Parameters<Parameters<typeof renderTexts>[1]['find']>[0]) =>
    Promise.resolve(
      wanted.map(({ kind }) => ({
        ...{ kind, id: 1, title: 'A title', state: 'opened', color: '#336699', path: 'acme/web' },
        ...{ isProject: kind !== 'epic', iid: 1 },
      })),
    ),
};

/** A description as readers get it beside markdown-it alone, which cuts no HTML down and knows nothing of GitLab's flavour. Texts are new each time: kept ones cost nothing. */
export async function benchText(): Promise<string[]> {
  const missed: string[] = [];
  const bare = new MarkdownIt({ html: true, linkify: true });
  for (const [name, size] of Object.entries(SIZES)) {
    for (const [what, part] of Object.entries({ 'without references': plain, 'with references': referring })) {
      let text = '';
      for (let at = 0; text.length < size; at += 1) text += `${part(at)}\n\n`;
      text = text.slice(0, size);
      const times = Math.ceil(200_000 / size);
      let made = 0;
      const each = (render: (source: string) => unknown) => async () =>
        (await milliseconds(async () => {
          for (let count = 0; count < times; count += 1) await render(`${(made += 1)}\n\n${text}`);
        })) / times;
      const results = await contest(
        [
          { name: 'markdown-it alone (floor)', round: each((source) => bare.render(source)) },
          { name: 'Espalier, the text alone', round: each((source) => rendered(source).html) },
          {
            name: 'Espalier, as a reader sees it',
            round: each((source) => renderTexts([{ text: rendered(source), place: PLACE }], FOUND)),
          },
        ],
        15,
      );
      missed.push(...report(`a text of ${name} ${what}`, 'ms', results, []));
    }
  }
  return missed;
}
