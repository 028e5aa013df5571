import { readMentions } from '../../note/mentions.ts';
import { addComment, deleteComment, editComment } from '../../note/comment.ts';
import { updateItem } from '../../work-item/update.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('mentions', (on) => {
  const say = async (itemId: number, body: string): Promise<number> => {
    const comment = { itemId, authorId: on.plan.users.dev, body, internal: false, discussionId: null };
    return on.store.notes.add(comment, NOW);
  };

  test('EP-12.41 whom a text mentions is kept until it is edited, and goes with it', async () => {
    const { store, plan } = on;
    const { rep } = plan.viewers;
    const id = await on.issue();
    const description = (text: string) => updateItem(store, rep, { id, patch: { description: text } }, NOW);
    await description('Ask @Guest and @nobody-here, not @all or `@plan`');
    const added = await addComment(store, rep, { itemId: id, body: 'and @out', internal: true }, NOW);
    const noteId = added.ok ? added.value : 0;
    expect(await plan.mentionsOf(id)).toEqual([['guest', 'nobody-here'], ['out']]);
    await description('Ask nobody');
    await editComment(store, rep, { id: noteId, body: '`@out`' }, NOW);
    expect(await plan.mentionsOf(id)).toEqual([[], []]);
    await deleteComment(store, rep, { id: noteId }, NOW);
    expect(await plan.mentionsOf(id)).toEqual([[]]);
    expect(await store.mentions.unread(10)).toEqual([]);
  });

  test('EP-12.42 texts of which nothing was kept are found, so many at a time, and read piece by piece', async () => {
    const { store, plan } = on;
    const [epic, issue] = [await on.epic({ description: 'for @dev' }), await on.issue({ description: 'for nobody' })];
    const first = await say(issue, 'by @rep');
    for (let index = 0; index < 24; index += 1) await say(epic, `@guest ${index}`);
    await say(epic, 'nobody');
    expect(await store.mentions.unread(2)).toEqual([
      { itemId: epic, noteId: null, text: 'for @dev' },
      { itemId: issue, noteId: first, text: 'by @rep' },
    ]);
    await readMentions(store);
    expect([(await store.mentions.unread(100)).length, await plan.jobs()]).toEqual([6, [{ kind: 'readMentions' }]]);
    await readMentions(store);
    expect([await store.mentions.unread(100), (await plan.jobs()).length]).toEqual([[], 1]);
    expect(await plan.mentionsOf(issue)).toEqual([null, ['rep']]);
    expect(await plan.mentionsOf(epic)).toEqual([['dev'], ...Array.from({ length: 24 }, () => ['guest']), null]);
  });
});
