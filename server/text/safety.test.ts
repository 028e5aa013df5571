import fc from 'fast-check';
import { rendered, renderMarkdown } from './markdown.ts';
import { renderTexts } from './references.ts';
import { fault } from './testing/fault.ts';
import { named, place } from './testing/named.ts';

/** What an author would write to have a mark of ours where the sanitiser does not look any more. */
const FORGED = '<http://a/%00+0%00>';
const NAMED = 'https://h.example/groups/g/-/epics/1?/onerror=alert(1)//';

const CASES = [
  `![${FORGED}](https://x.invalid/y.png) <${NAMED}>`,
  `- [ ] ${FORGED} <${NAMED}>`,
  `${FORGED} http://a/%00+0%00 <${NAMED}> [a](http://a/%00+0%00 "%00+0%00")`,
  'constructor',
  '__proto__\n',
  '[^1]\n\n[^1]:constructor',
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<img/src="x"/onerror=alert(1)>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '[a](javascript:alert(1))',
  '[a](&#x6A;avascript:alert(1))',
  '[a](vbscript:alert(1)) [b](data:text/html;base64,PHNjcmlwdD4=)',
  '![a](data:image/svg+xml;base64,PHN2Zz4=)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '[a](https://example.org" onmouseover="alert(1))',
  '[a](/x "t\\" onmouseover=\\"alert(1)")',
  '![" onerror="alert(1)](/x)',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="x"></object><embed src="x"><base href="//evil">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><link rel="stylesheet" href="//evil">',
  '<div style="background:url(javascript:alert(1))" id="app" class="modal" data-x="1">x</div>',
  '<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp>',
  '<!--><script>alert(1)</script>--><![CDATA[<script>alert(1)</script>]]><?xml <script>?>',
  '<div lang="\n\n@root #1 ~bug\n\n<div class="x">',
  '<details dir="\n\nhttps://plan.example/groups/acme/-/epics/1\n\n<p title="x">',
  '<details open="\n\n~"a label" https://plan.example/groups/acme/-/epics/1\n\n',
  '- [ ] " onmouseover="alert(1)',
  '- [~] <b title="',
  '> [!note] <img src=x onerror=alert(1)>\n> x',
  '[^"><script>]\n\n[^"><script>]: x',
  '```"><script>alert(1)</script>\nx\n```',
  '```js\n</code></pre><script>alert(1)</script>\n```',
  '---\na: b\n---\n<script>alert(1)</script>',
  '| a |\n| - |\n| <script>alert(1)</script> |',
  '\0' + '0\0 @root \0+0\0',
  '&#0;0&#0; <b title="&#0;0&#0;">@root</b>',
  '~"><img src=x onerror=alert(1)>"',
  '%"\' onmouseover=alert(1) \'"',
];

const hostile = '"><img src=x onerror=alert(1)>\'</a>\0' + '0\0';
const everything = named(hostile);

test.each(CASES)('IE-06.33 nothing runs: %j', async (source) => {
  expect(fault(renderMarkdown(source))).toBeNull();
  const [html = ''] = await renderTexts([{ text: rendered(source), place }], everything);
  expect(fault(html.replaceAll('\0', ''))).toBeNull();
});

test('IE-06.33 whatever is put together of them, nothing runs and all of it is HTML', async () => {
  const pieces = [...CASES, ...CASES.flatMap((text) => text.split(/(?=[<"'>[\]()!`~@#&%\n])/))];
  const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 20 })), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (chosen) => {
      const source = chosen.join('');
      expect(fault(renderMarkdown(source))).toBeNull();
      const [html = ''] = await renderTexts([{ text: rendered(source), place }], everything);
      expect(fault(html.replaceAll('\0', ''))).toBeNull();
    }),
    { numRuns: 400 },
  );
});

test('IE-06.33 the judge of these tests finds what runs', () => {
  for (const html of [
    '<script>',
    '<p onclick="a()">',
    '<a href="javascript:a()">x</a>',
    '<a href="&#106;avascript:a()">x</a>',
    '<p',
    '<a title="a"onclick="b">',
    '<p style="x">',
  ])
    expect(fault(html)).not.toBeNull();
  expect(fault('<p>a <a href="/x:y" title="b">c</a></p>')).toBeNull();
});
