import { turnScript } from '@carebench/server/dashboard/task'

/**
 * The script of the page of a trial, after the common script of reports: unfolds sections, and selects the steps to
 * show.
 */
export const trialScript: string = /* js */ `
const foldable = 'details.criterion, details.record, details.fold, details.document';
const unfold = document.getElementById('unfold');
unfold.addEventListener('click', () => {
  const open = unfold.getAttribute('aria-pressed') !== 'true';
  for (const one of document.querySelectorAll(foldable)) one.open = open;
  unfold.setAttribute('aria-pressed', String(open));
});
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll(foldable)].filter((one) => !one.open);
  for (const one of folded) one.open = true;
});
addEventListener('afterprint', () => { for (const one of folded) one.open = false; });
${turnScript}`
