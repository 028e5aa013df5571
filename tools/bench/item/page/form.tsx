import { useState } from 'react';
import { readItem, type BareAddress, type BareItem } from './read.ts';

/** What was read, by the number of the item. */
const known = new Map<string, BareItem>();

export const forget = (): void => known.clear();

interface BareProps {
  readonly over: boolean;
  readonly items: readonly BareAddress[];
}

/** The floor: a bare form over the record of an item, in a dialog or on the page itself. Nothing of it is saved. */
export function Bare({ over, items }: BareProps) {
  const [item, setItem] = useState<BareItem | null>(null);
  const open = (wanted: BareAddress) => {
    const there = known.get(wanted.number);
    if (there !== undefined) return setItem(there);
    void readItem(wanted).then((read) => {
      known.set(wanted.number, read);
      setItem(read);
    });
  };
  return (
    <>
      {items.map((each) => (
        <button key={each.number} type="button" onClick={() => open(each)}>
          {each.title}
        </button>
      ))}
      <button type="button" onClick={() => setItem(null)}>
        Close
      </button>
      {item !== null &&
        (over ? (
          <dialog open>
            <Form item={item} />
          </dialog>
        ) : (
          <article>
            <Form item={item} />
          </article>
        ))}
    </>
  );
}

function Form({ item }: { readonly item: BareItem }) {
  const [title, setTitle] = useState(item.title);
  return (
    <form>
      <label>
        Title <input name="title" value={title} onChange={({ target }) => setTitle(target.value)} />
      </label>
      <p>
        {item.type} {item.reference}, by {item.author}
      </p>
      <label>
        State <input name="state" defaultValue={item.state} />
      </label>
      <label>
        <input type="checkbox" name="confidential" defaultChecked={item.confidential} /> Confidential
      </label>
      <div dangerouslySetInnerHTML={{ __html: item.descriptionHtml }} />
      <ul>
        {item.reactions.map(({ look, count }) => (
          <li key={look}>
            <button type="button">
              {look} {count}
            </button>
          </li>
        ))}
      </ul>
      <Choice name="Assignees" chosen={item.assignees} />
      <Choice name="Labels" chosen={item.labels} />
      <Choice name="Milestone" chosen={item.milestone === null ? [] : [item.milestone]} />
      <Choice name="Parent" chosen={item.parent === null ? [] : [item.parent]} />
      {[item.startDate, item.dueDate].map((day, at) => (
        <label key={at}>
          {['Start', 'Due'][at]} <input defaultValue={day} />
        </label>
      ))}
      <label>
        Weight <input name="weight" defaultValue={item.weight} />
      </label>
      <label>
        Health <input name="health" defaultValue={item.health} />
      </label>
      <label>
        <input type="checkbox" defaultChecked={item.todo} /> To-do
      </label>
      <label>
        <input type="checkbox" defaultChecked={item.subscribed} /> Notifications
      </label>
      <p>{item.time}</p>
      <Choice name="Participants" chosen={item.participants} />
      <Choice name="Children" chosen={item.children} />
      <Choice name="Linked items" chosen={item.links} />
    </form>
  );
}

const Choice = ({ name, chosen }: { readonly name: string; readonly chosen: readonly string[] }) => (
  <fieldset>
    <legend>{name}</legend>
    <ul>
      {chosen.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  </fieldset>
);
