import { contract } from '../testing/contract.ts';

contract('pictures', (on) => {
  test('AP-09.64 each of them has one picture, which another one replaces', async () => {
    const { pictures } = on.store;
    const of = [
      { kind: 'user', id: on.plan.users.dev },
      { kind: 'group', id: on.plan.groups.acme },
    ] as const;
    const picture = (file: string) => ({
      file,
      type: 'image/png',
      digest: `of ${file}`,
      bytes: Uint8Array.of(0, 255, 7),
    });
    for (const each of of) {
      expect(await pictures.find(each)).toBeUndefined();
      await pictures.put(each, picture('a.png'));
      await pictures.put(each, picture(`${each.kind}.png`));
    }
    for (const each of of) {
      const found = await pictures.find(each);
      expect({ ...found, bytes: [...(found?.bytes ?? [])] }).toEqual({
        ...picture(`${each.kind}.png`),
        bytes: [0, 255, 7],
      });
    }
    const [user, group] = of;
    await pictures.put(user, null);
    expect(await pictures.find(user)).toBeUndefined();
    expect(await pictures.find(group)).toBeDefined();
  });
});
