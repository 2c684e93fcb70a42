import { reportScript } from '../site/report-script.js'
import { pageScript } from './task/views/page-script.js'
import { turnScript } from './task/views/turn-script.js'

/**
 * The script of pages, whose links and forms work without it: it reloads the parts of a page that are still changing,
 * filters lists while the user types, copies keys, and shows times in the reader's time zone on demand.
 */
const ownScript = /* js */ `
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const parts = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', \
minute: '2-digit', second: '2-digit' });
const times = document.getElementById('times');
let inOwnTime = kept !== null && kept.getItem('times-of-dashboard') === 'own';
const tellTimes = (inside) => {
  for (const time of inside.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.dataset.utc ??= time.textContent;
    const whole = parts.format(at);
    // Only a time of day, or a day with a time.
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
times.hidden = zone === 'UTC';
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
    if (field.select) field.select();
    else getSelection().selectAllChildren(field);
    try {
      await navigator.clipboard.writeText(field.href || field.value);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Selected: copy it with your keyboard';
    }
  });
}
const pageAt = async (url) => {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'error' });
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
};
for (const form of document.querySelectorAll('form[data-filters]')) {
  let waiting = 0;
  let asked = 0;
  const filter = async () => {
    const number = ++asked;
    const set = [...new FormData(form)].filter(([, value]) => value !== '');
    const query = new URLSearchParams(set).toString();
    const url = form.action + (query === '' ? '' : '?' + query);
    try {
      const page = await pageAt(url);
      const fresh = page === null ? null : page.getElementById(form.dataset.filters);
      // The user has typed more meanwhile, so a later response will come.
      if (fresh === null || number !== asked) return;
      const node = document.importNode(fresh, true);
      document.getElementById(form.dataset.filters).replaceWith(node);
      history.replaceState(null, '', url);
      tellTimes(node);
    } catch {}
  };
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 250);
  });
}
const saved = document.getElementById('saved');
if (saved !== null && kept !== null) {
  const place = 'filters-of-dashboard';
  const read = () => {
    try {
      const isFilter = (one) => typeof one.name === 'string' && typeof one.query === 'string';
      return JSON.parse(kept.getItem(place)).filter(isFilter);
    } catch {
      return [];
    }
  };
  const save = (filters) => { try { kept.setItem(place, JSON.stringify(filters)); } catch {} show(); };
  const show = () => {
    const name = el('input');
    name.maxLength = 60;
    name.placeholder = 'Name of this filter';
    name.setAttribute('aria-label', name.placeholder);
    const button = el('button', '', 'Save');
    const add = () => {
      const query = new URLSearchParams(location.search);
      for (const at of ['cursor', 'skip']) query.delete(at);
      const given = name.value.trim();
      if (given === '') name.focus();
      else save([...read().filter((one) => one.name !== given), { name: given, query: query.toString() }]);
    };
    button.addEventListener('click', add);
    name.addEventListener('keydown', (event) => { if (event.key === 'Enter') add(); });
    saved.replaceChildren(...read().map((one) => {
      const link = el('a', '', one.name);
      link.href = location.pathname + '?' + new URLSearchParams(one.query).toString();
      const remove = el('button', '', '×');
      remove.setAttribute('aria-label', 'Remove the filter ' + one.name);
      remove.addEventListener('click', () => save(read().filter(({ name }) => name !== one.name)));
      return el('span', '', link, ' ', remove);
    }), name, button);
  };
  show();
  saved.hidden = false;
}
document.addEventListener('keydown', (event) => {
  const box = document.getElementById('search');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || box === null) return;
  if (document.activeElement !== null && document.activeElement.matches('input, select, textarea')) return;
  event.preventDefault();
  const menu = document.getElementById('menu');
  if (box.getClientRects().length === 0) menu.showPopover();
  box.focus();
  box.select();
});
const every = 2000;
const refresh = async () => {
  const live = document.querySelectorAll('[data-live]');
  if (live.length > 0 && !document.hidden) {
    try {
      const page = await pageAt(location.href);
      if (page !== null) {
        for (const part of live) {
          const fresh = page.getElementById(part.id);
          // A run that has ended may have another page.
          if (fresh === null || fresh.hasAttribute('data-reload')) { location.reload(); return; }
          if (fresh.outerHTML === part.dataset.shown) continue;
          const shown = fresh.outerHTML;
          // A part that contains the focus is not replaced until the focus leaves it.
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
