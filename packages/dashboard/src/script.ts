import { reportScript } from '@carebench/site'
import { pageScript } from './task/page-script.js'
import { turnScript } from './task/turn-script.js'

/**
 * What pages do beyond links and forms, all of which work without it: parts of a page that are at work load themselves again,
 * keys are copied, and times are shown in the zone of the reader on demand.
 */
const ownScript = /* js */ `
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const parts = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' });
const times = document.getElementById('times');
let inOwnTime = kept !== null && kept.getItem('times-of-dashboard') === 'own';
const tellTimes = (inside) => {
  for (const time of inside.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.dataset.utc ??= time.textContent;
    const whole = parts.format(at);
    // A time of a day alone, or a day with a time.
    const own = /^\\d\\d:/.test(time.dataset.utc) ? whole.slice(11) : whole.slice(0, time.dataset.utc.length);
    time.textContent = inOwnTime ? own : time.dataset.utc;
    time.title = inOwnTime ? time.dataset.utc + ' UTC' : own + ' in ' + zone;
  }
};
const tellZone = () => {
  document.getElementById('zone').textContent = 'All times are in ' + (inOwnTime ? zone : 'UTC') + '.';
  times.textContent = inOwnTime ? 'Show them in UTC' : 'Show them in your time (' + zone + ')';
  tellTimes(document);
};
times.hidden = false;
times.addEventListener('click', () => {
  inOwnTime = !inOwnTime;
  if (kept) kept.setItem('times-of-dashboard', inOwnTime ? 'own' : 'utc');
  tellZone();
});
tellZone();
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
