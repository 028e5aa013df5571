const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** RP-02.191: a dialog covers the page, or the page shows a past moment: shortcuts do not reach what is behind. WI-14.4: an item over the page is no such dialog. */
export function isBehind(target: EventTarget | null): boolean {
  // That of now comes first in the document; while a past moment is shown it is hidden.
  const page = document.getElementById('main');
  if (page === null || page.closest('[hidden]') !== null) return true;
  const over = document.querySelector('[data-front][role="dialog"]');
  if ((over ?? page).closest('[aria-hidden="true"], [inert]') !== null) return true;
  const dialog = target instanceof Element ? target.closest(DIALOG) : null;
  return dialog !== null && dialog !== over;
}
