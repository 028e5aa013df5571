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

/** RP-02.192: the keyboard is in something that takes letters, so that they are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement) return !NOT_TEXT.includes(target.type);
  return target.closest('[role="menu"], [role="listbox"], [role="textbox"], [role="combobox"]') !== null;
}

/** RP-02.191: a dialog is before the page, or the page is one of the past: what is behind takes no keys. */
export function isBehind(target: EventTarget | null): boolean {
  const page = document.getElementById('main');
  if (page === null || page.closest('[aria-hidden="true"], [inert]') !== null) return true;
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
