import { noDomainLogicInView } from './no-domain-logic-in-view.js';
import { at, tester, wrong } from './rule-tester.ts';

const file = 'src/tree/Row.tsx';
const fine = (code: string) => at(file, code);
const bad = (code: string, ...messageIds: string[]) => wrong(file, code, ...messageIds);

tester.run('no-domain-logic-in-view', noDomainLogicInView, {
  valid: [
    fine("import { selectRow } from '@espalier/core/tree'; export { selectRow };"),
    fine("const icons = { epic: 'epic', issue: 'issues' }; export const icon = (item: Item) => icons[item.type];"),
    fine("export const Add = () => <button onClick={() => send({ type: 'epic' })}>New epic</button>;"),
    fine("export const key = (event: KeyboardEvent) => event.key === 'Enter' || event.key === 'ArrowDown';"),
    fine("export const shown = (tab: string) => tab === 'tree';"),
    fine('export const Row = () => useSelector((state) => selectRow(state, 3));'),
    fine('export const Row = () => useSelector(selectRow);'),
    fine('export const many = (rows: Item[]) => rows.length > 10;'),
    fine('export const Remove = ({ row }) => row.permissions.canAdmin && <button>Remove</button>;'),
  ],
  invalid: [
    bad("import { depthOf } from '@espalier/core/tree/rules'; export { depthOf };", 'rules'),
    bad("import { typeNoun } from '@espalier/core/work-item/state/rules'; export { typeNoun };", 'rules'),
    bad("import { createSelector } from 'reselect'; export { createSelector };", 'selector'),
    bad("export const closed = (item: Item) => item.state === 'closed';", 'compare'),
    bad("export const open = (item: Item) => 'opened' !== item.state;", 'compare'),
    bad("export const Row = ({ item }) => item.type === 'epic' ? <b /> : <i />;", 'compare'),
    bad("export const low = (item: Item) => item.healthStatus === 'atRisk';", 'compare'),
    bad("export const leaf = (item: Item) => ['task', 'objective'].includes(item.type);", 'compare'),
    bad(
      "export function icon(item: Item) { switch (item.type) { case 'epic': return 1; default: return 2; } }",
      'compare',
    ),
    bad('export const may = (member: Member) => member.accessLevel >= 30;', 'level'),
    bad('export const owner = (role: number) => role === 50;', 'level'),
    bad('export const Row = () => useSelector((state) => state.tree.rows[3]);', 'state'),
    bad('export const Row = () => useSelector(({ confirmed }) => confirmed);', 'state'),
    bad('export const Row = () => useAppSelector(function (s) { return s.confirmed; });', 'state'),
  ],
});
