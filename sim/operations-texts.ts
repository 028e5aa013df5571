import type { Front } from './front.ts';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import { checklistActions } from '@espalier/core/checklist';
import { get } from '@espalier/core/table';
import { selectMayEditText, selectTextForm, textActions, textSubject } from '@espalier/core/text';
import { subjectOf } from './operations-links.ts';
import { epicOpening, itemOpening } from './operations.ts';

/** What a person does with titles and descriptions: in the form of an item or epic, on its page or over one, and in a checklist. Every word that is written is a new one. */

/** Epics and issues that people come together at. */
const LIKED = 2;

/** Opens an epic or an issue, as a page or over one: mostly one of a few. */
function open(client: SimClient, picks: Picks, sim: Stage): boolean {
  const { model } = sim.backend;
  const { world } = model;
  const isEpic = picks.once(2);
  const rows = [...world.items.values()].filter(({ projectId }) => (projectId === null) === isEpic);
  const row = picks.of(picks.once(5) ? rows : rows.slice(0, LIKED));
  if (row === undefined) return false;
  client.pages.openTexts();
  const [iid, subject] = [String(row.iid), subjectOf(world, row)];
  if (isEpic) {
    const route = { groupPath: world.group(row.groupId).fullPath, iid };
    if (picks.once(2)) client.pages.openEpic(route);
    else client.over.show({ route, as: 'modal', opening: epicOpening(model, row, client.username), subject });
    return true;
  }
  const route = { projectPath: world.project(row.projectId ?? 0).fullPath, by: 'iid', number: iid } as const;
  if (picks.once(2)) client.pages.openItem(route);
  else client.over.show({ route, as: 'modal', opening: itemOpening(model, row, client.username), subject });
  return true;
}

/** Where a text stands that may be edited. */
function frontOf(client: SimClient, picks: Picks): Front | undefined {
  return picks.of([client, client.over].filter(({ place }) => selectMayEditText(client.state, place)));
}

const formOf = ({ state }: SimClient, id: string) => selectTextForm(state, id);

/** With an item that is shown and may be edited; where there is none, something is opened. */
const onText =
  (run: (client: SimClient, id: string, picks: Picks, sim: Stage) => boolean): Operation['run'] =>
  (client, picks, sim) => {
    const front = frontOf(client, picks);
    const id = front === undefined ? null : textSubject(client.state, front.place);
    return id === null ? open(client, picks, sim) : run(client, id, picks, sim);
  };

/** Every way in which a person changes some lines. */
function rewritten(text: string, word: string, picks: Picks): string {
  const lines = text.split('\n');
  const at = picks.number(lines.length);
  const line = lines[at] ?? '';
  switch (picks.number(6)) {
    case 0:
      return lines.toSpliced(at + 1, 0, word).join('\n');
    case 1:
      return lines.toSpliced(at + 1, 0, `- [ ] ${word}`).join('\n');
    case 2:
      return lines.toSpliced(at, 1).join('\n');
    case 3:
      return lines.with(at, line.replace(/\w+$/, word)).join('\n');
    default:
      return lines.with(at, `${line} ${word}`).join('\n');
  }
}

/** The form opens if it is not open, and something is typed. */
function write(client: SimClient, id: string, picks: Picks, sim: Stage): boolean {
  client.do(textActions.opened({ id }));
  const form = formOf(client, id);
  if (form === null || form.saving) return false;
  const word = `w${sim.nextTitle()}`;
  if (!picks.once(4)) {
    client.do(textActions.descriptionTyped({ id, text: rewritten(form.description, word, picks) }));
  } else client.do(textActions.titleTyped({ id, text: `${form.title.slice(0, 200)} ${word}` }));
  return true;
}

const CHOICES = [textActions.kept, textActions.theirsTaken, textActions.mergedByHand, textActions.mergedByHand];

function settle(client: SimClient, id: string, picks: Picks): boolean {
  if (formOf(client, id)?.conflict == null) return false;
  client.do((picks.of(CHOICES) ?? textActions.mergedByHand)({ id }));
  if (!picks.once(3)) client.do(textActions.saveAsked({ id }));
  return true;
}

/** Where something was written it is asked about, and mostly goes on. */
function cancel(client: SimClient, id: string, picks: Picks): boolean {
  const form = formOf(client, id);
  if (form === null || form.saving) return false;
  client.do(textActions.cancelAsked({ id }));
  if (formOf(client, id) !== null) client.do((picks.once(3) ? textActions.discarded : textActions.continued)({ id }));
  return true;
}

/** A line of the checklist that is shown: that is where no form is open. */
function check(client: SimClient, id: string, picks: Picks): boolean {
  if (formOf(client, id) !== null) return false;
  const lines = (get(client.state.confirmed.items, id)?.description ?? '').split('\n');
  const line = picks.of(lines.flatMap((each, at) => (/^- \[[ x]\] /.test(each) ? [at + 1] : [])));
  if (line === undefined) return false;
  client.do(checklistActions.toggled({ id, line, checked: !(lines[line - 1] ?? '').startsWith('- [x]') }));
  return true;
}

const ofTexts = (weight: number, run: Operation['run']): Operation => ({ part: 'texts', weight, run });

export const TEXT_OPERATIONS: Readonly<Record<string, Operation>> = {
  openText: ofTexts(14, open),
  writeText: ofTexts(60, onText(write)),
  saveText: ofTexts(
    36,
    onText((client, id) => {
      if (formOf(client, id)?.canSave !== true) return false;
      client.do(textActions.saveAsked({ id }));
      return true;
    }),
  ),
  settleText: ofTexts(24, onText(settle)),
  cancelText: ofTexts(5, onText(cancel)),
  checkTask: ofTexts(16, onText(check)),
};
