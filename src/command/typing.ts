const NOT_TEXT: readonly string[] = [
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
];

/** RP-02.192: the focus is in something that takes letters, so they are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement) return !NOT_TEXT.includes(target.type);
  return target.closest('[role="menu"], [role="listbox"], [role="textbox"], [role="combobox"]') !== null;
}
