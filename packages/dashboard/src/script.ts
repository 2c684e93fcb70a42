import { reportScript } from '@carebench/site'
import { pageScript } from './task/page-script.js'
import { turnScript } from './task/turn-script.js'

/**
 * What pages do beyond links and forms, all of which work without it: parts of a page that are at work load themselves again,
 * keys are copied, and times say what they are where the reader is.
 */
const ownScript = /* js */ `
const tellTimes = (inside) => {
  for (const time of inside.querySelectorAll('time')) time.title = new Date(time.dateTime).toLocaleString() + ' (your time)';
};
tellTimes(document);
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = 'Copied';
  });
}
const every = 2000;
const refresh = async () => {
  const live = document.querySelectorAll('[data-live]');
  if (live.length === 0) return;
  if (!document.hidden) {
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'error' });
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        for (const part of live) {
          const fresh = page.getElementById(part.id);
          // What has ended may have another page.
          if (fresh === null || fresh.hasAttribute('data-reload')) { location.reload(); return; }
          if (fresh.outerHTML === part.dataset.shown) continue;
          const shown = fresh.outerHTML;
          // A part with the focus inside waits until that has left it.
          if (part.contains(document.activeElement)) continue;
          const node = document.importNode(fresh, true);
          if (node.hasAttribute('data-live')) node.dataset.shown = shown;
          part.replaceWith(node);
          tellTimes(node);
        }
      }
    } catch {}
  }
  setTimeout(refresh, every);
};
setTimeout(refresh, every);
`

/** The script of every page. */
export const script: string = reportScript + ownScript

/** The script of pages that show a task run, after {@link script}: that of reports. */
export const taskScript: string = pageScript + turnScript
